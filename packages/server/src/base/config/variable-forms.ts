import { accessSync, constants, statSync } from 'node:fs';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { z } from 'zod';

const isAddress = (schemes: readonly string[]) => (text: string) =>
  canParseUrl(text) && schemes.includes(new URL(text).protocol.slice(0, -1));
export const isPostgresAddress = (text: string): boolean => /^postgres(ql)?:\/\//i.test(text);
export const webAddress = z.string().refine(isAddress(['http', 'https']));
/** Checked at the start, so that a missing program is found before the first page needs it. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
/** Links are built from the origin, and would all contain a password of the address. */
export function originTrouble(text: string): string | null {
  if (!canParseUrl(text)) return null;
  const { pathname, search, hash, username, password } = new URL(text);
  if (/[^/]/.test(pathname)) return ', which has a path: Upvigil needs a host name of its own';
  if (search !== '' || hash !== '') return ', which has more than a host and a port';
  return username === '' && password === '' ? null : ', which has a user name or a password';
}
export const withoutSlash = (text: string): string => text.replace(/\/+$/, '');
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const dayLimits = { min: 1, max: 36_500 } as const;
const days = `a number of days from ${dayLimits.min} to ${dayLimits.max}`;
export const someDays = { isShown: true as const, schema: wholeNumber(dayLimits.min, dayLimits.max), mayBe: days };
export const daysOrNone = { ...someDays, mayBe: `${days}, or absent to keep all` };

export const onOrOff = {
  isShown: true as const,
  schema: z.enum(['on', 'off']).transform((text) => text === 'on'),
  mayBe: 'on or off',
};
