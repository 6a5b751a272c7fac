"""All tables together: which are in memory, whose process plays for which, and by which clock."""
