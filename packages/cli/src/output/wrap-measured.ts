/**
 * Breaks prose between words into lines of at most `width` columns, measured by `widthOf`. A longer word gets its own
 * line.
 */
export function wrapMeasured(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const current = lines.at(-1);
    if (current !== undefined && widthOf(current) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${current} ${word}`;
    else lines.push(word);
  }
  return lines;
}
