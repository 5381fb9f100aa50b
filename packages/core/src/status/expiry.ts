import type { ExpiryState } from '../contract/certificates.ts';
import type { Tone } from './tone.ts';

const tones: Readonly<Record<ExpiryState, Tone>> = { valid: 'up', expiring: 'warn', expired: 'down', unknown: 'none' };
export const expiryTone = (state: ExpiryState): Tone => tones[state];

const labels: Readonly<Record<ExpiryState, string>> = {
  valid: 'Valid',
  expiring: 'Expires soon',
  expired: 'Expired',
  unknown: 'Unknown',
};
export const expiryLabel = (state: ExpiryState): string => labels[state];

/** '34 days', 'less than a day' or 'expired 3 days ago'. `days`: whole days left, negative after the expiry. */
export function daysLeftWords(days: number): string {
  if (days >= 0) return days === 0 ? 'less than a day' : countOfDays(days);
  return days === -1 ? 'expired today' : `expired ${countOfDays(-days - 1)} ago`;
}

const countOfDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** The first name of a certificate and the number of others. */
export const certificateNames = (names: readonly string[]): string =>
  names.length > 1 ? `${names[0]} and ${names.length - 1} more` : (names[0] ?? 'a certificate without a name');
