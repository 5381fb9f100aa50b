/** First line of each generated document: edits would be overwritten. */
export const madeBy = '<!-- Made by `npm run docs` from the code. Edit the code. -->';

/** A Markdown table; empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Paragraphs separated by empty lines; empty ones are left out. */
export const page = (...paragraphs: readonly string[]): string => `${paragraphs.filter(Boolean).join('\n\n')}\n`;
