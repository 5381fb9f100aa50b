import { limits } from '../limits.ts';

/** The days before an end on which alerts are wanted, the most first; null when the text is no such list. */
export function parseExpiryDays(text: string): number[] | null {
  const { max, most } = limits.expiryDays;
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > most || !parts.every((part) => /^[1-9]\d{0,2}$/.test(part) && Number(part) <= max)) return null;
  return [...new Set(parts.map(Number))].sort((one, other) => other - one);
}

export const expiryDaysMessage = (label: string): string =>
  `${label} must be ${limits.expiryDays.most} numbers of days from 1 to ${limits.expiryDays.max} at most, as 30,14,7,1`;
