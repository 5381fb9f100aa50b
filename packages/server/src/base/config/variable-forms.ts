import { accessSync, constants, statSync } from 'node:fs';
import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { z } from 'zod';

const isAddress = (schemes: readonly string[]) => (text: string) =>
  canParseUrl(text) && schemes.includes(new URL(text).protocol.slice(0, -1));
export const isPostgresAddress = (text: string): boolean => /^postgres(ql)?:\/\//i.test(text);
export const webAddress = z.string().refine(isAddress(['http', 'https']));
/** Looked for at the start already, and not when the first page is due. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
/** All links are below the root of a host, and a password in the address would stand in every one of them. */
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
