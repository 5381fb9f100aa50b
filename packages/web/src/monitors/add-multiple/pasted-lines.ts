import type { ListedLine } from '@upvigil/core/contract/monitors';
import { limits } from '@upvigil/core/limits';

export type LineStatus = ListedLine['status'];

export const countLines = (lines: readonly ListedLine[], status: LineStatus): number =>
  lines.filter((line) => line.status === status).length;

/** Number of lines with a text. */
export const filledLines = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

/** Why nothing can be created; undefined if something can. */
export function reasonBlocked(text: string, lines: readonly ListedLine[] | undefined): string | undefined {
  const filled = filledLines(text);
  if (filled === 0) return 'Enter at least one address';
  if (filled > limits.bulkLines) return `At most ${limits.bulkLines} lines at once`;
  if (!lines) return 'The preview is not loaded yet';
  return countLines(lines, 'new') === 0 ? 'No line is a new monitor' : undefined;
}

/** '18 of 21 lines are created and checked at once. 1 exists already, 2 are left out.' */
export function previewSentence(lines: readonly ListedLine[]): string {
  const [created, existing, invalid] = (['new', 'exists', 'invalid'] as const).map((status) =>
    countLines(lines, status),
  );
  const rest = [
    existing ? `${existing} ${existing === 1 ? 'exists' : 'exist'} already` : '',
    invalid ? `${invalid} ${invalid === 1 ? 'is' : 'are'} left out` : '',
  ].filter(Boolean);
  const first = `${created} of ${lines.length} lines ${created === 1 ? 'is' : 'are'} created and checked at once.`;
  return rest.length === 0 ? first : `${first} ${rest.join(', ')}.`;
}

/** The text without the lines that need no more work: the invalid ones stay. */
export function invalidText(text: string, lines: readonly ListedLine[]): string {
  const stay = new Set(lines.filter(({ status }) => status === 'invalid').map(({ line }) => line));
  return text
    .split('\n')
    .filter((_, at) => stay.has(at + 1))
    .join('\n');
}

/** The text with the repaired target of an invalid line. A repair may join the target with the word after it. */
export function withRepair(
  text: string,
  { line, target, repair }: Pick<ListedLine, 'line' | 'target' | 'repair'>,
): string {
  if (repair === null) return text;
  const typed = repair.startsWith(`${target}.`) ? [target, repair.slice(target.length + 1)] : [target];
  const pattern = new RegExp(typed.map(escaped).join('\\s+'));
  return text
    .split('\n')
    .map((old, at) => (at + 1 === line ? old.replace(pattern, () => repair) : old))
    .join('\n');
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
