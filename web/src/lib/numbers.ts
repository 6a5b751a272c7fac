// Numbers as they are printed: a true minus sign, which is as wide as a digit.

export const minus = (n: number | undefined) => String(n ?? '').replace('-', '−');
export const signed = (n: number) => (n > 0 ? `+${n}` : minus(n));
