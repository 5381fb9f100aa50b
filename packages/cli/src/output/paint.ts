import type { InfoTone, Tone } from '@upvigil/core/status/tone';

/** The meaning of a text, which sets its colour. The text must be clear without colour. */
export type Role = 'plain' | 'good' | 'warn' | 'bad' | 'quiet' | 'strong' | 'accent';

/** Part of a line, without control characters. */
export interface Span {
  text: string;
  role?: Role;
  /** Drawn with blocks on the baseline. Not inverted on a selected row, because blanks would then look like bars. */
  isBar?: boolean;
}

export interface Line {
  spans: readonly Span[];
  /** The row with the cursor, drawn inverted. */
  selected?: boolean;
}

/**
 * Start and end codes of each role (ECMA-48, SGR). An end code resets only its own start code, so inverted lines stay
 * inverted.
 */
const codes: Record<Exclude<Role, 'plain'>, readonly [begin: string, end: string]> = {
  good: ['\u001b[32m', '\u001b[39m'],
  warn: ['\u001b[33m', '\u001b[39m'],
  bad: ['\u001b[1m\u001b[31m', '\u001b[39m\u001b[22m'],
  quiet: ['\u001b[2m', '\u001b[22m'],
  strong: ['\u001b[1m', '\u001b[22m'],
  accent: ['\u001b[36m', '\u001b[39m'],
};
const inverse = ['\u001b[7m', '\u001b[27m'] as const;

const toneRoles: Record<Tone | InfoTone, Role> = {
  up: 'good',
  warn: 'warn',
  down: 'bad',
  none: 'quiet',
  info: 'accent',
};
export const roleOfTone = (tone: Tone | InfoTone): Role => toneRoles[tone];

export const span = (text: string, role?: Role): Span => (role ? { text, role } : { text });
/** Part of a strip or of a row of bars. */
export const bar = (text: string, role?: Role): Span => ({ ...span(text, role), isBar: true });
export const line = (...spans: readonly (Span | string)[]): Line => ({
  spans: spans.map((part) => (typeof part === 'string' ? { text: part } : part)),
});

/** Renders a line, with colour codes if the terminal supports them. */
export function paint({ spans, selected }: Line, color: boolean): string {
  if (!color) return plainText({ spans });
  if (!selected) return spans.map(paintSpan).join('');
  const upright = (bar: Span): string => inverse[1] + paintSpan(bar) + inverse[0];
  return inverse[0] + spans.map((one) => (one.isBar ? upright(one) : paintSpan(one))).join('') + inverse[1];
}

function paintSpan({ text, role = 'plain' }: Span): string {
  if (role === 'plain' || text === '') return text;
  const [begin, end] = codes[role];
  return begin + text + end;
}

export const plainText = ({ spans }: Line): string => spans.map(({ text }) => text).join('');
