// What a view, a zone or a piece carries beyond what all games have: for pages that draw a game without knowing it.

export const fieldOf = (of: object, field: string): unknown => (of as Record<string, unknown>)[field];

export const textOf = (of: object, field: string): string => String(fieldOf(of, field) ?? '');
