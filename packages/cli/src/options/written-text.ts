import type { Context } from '../context.ts';
import { UsageError } from '../failures.ts';
import { fileOption, textOption } from './inputs.ts';
import { readTexts } from './read-texts.ts';

/** The two options for a text of many lines. */
export const textOptions = (about: string) => ({
  body: textOption('--body <text>', about),
  bodyFile: fileOption('--body-file <path>', 'a file with it; - is stdin'),
});

interface Given {
  body: string | null;
  bodyFile: string | null;
}

/** The text as it was given, or read; null when neither was. @throws UsageError when both were; errors of the file system */
export async function writtenText(context: Context, { body, bodyFile }: Given): Promise<string | null> {
  if (bodyFile === null) return body;
  if (body !== null)
    throw new UsageError('--body <text> and --body-file <path> are two ways to say the same: give one');
  const typed = `@${bodyFile}`;
  const read = await readTexts([typed], context.terminal.streams.stdin, context.signal);
  return read(typed).replace(/^\ufeff/, '');
}
