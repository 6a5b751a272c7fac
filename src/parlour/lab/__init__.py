"""The lab: many games between bots, what they tell, and how sure that is."""
