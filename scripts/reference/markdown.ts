/** First line of each document, so that nobody edits what the next run overwrites. */
export const madeBy = '<!-- Made by `npm run docs` from the code. Edit the code. -->';

/** A Markdown table; empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Paragraphs with an empty line between them; empty ones are left out. */
export const page = (...paragraphs: readonly string[]): string => `${paragraphs.filter(Boolean).join('\n\n')}\n`;
