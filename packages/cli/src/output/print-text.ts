import type { Context } from '../context.ts';

/** Prints lines of which nothing may be lost; on a terminal they are broken where the screen ends. */
export async function printText(
  { terminal, form }: Pick<Context, 'terminal' | 'form'>,
  lines: readonly string[],
): Promise<void> {
  for (const line of form === 'terminal' ? await broken(lines, terminal.width()) : lines) terminal.print(line);
}

/** Loads what measures text only here: for a short command that is a tenth of its time. */
async function broken(lines: readonly string[], width: number): Promise<string[]> {
  const { breakLine } = await import('./break-text.ts');
  return lines.flatMap((line) => breakLine(line, width));
}
