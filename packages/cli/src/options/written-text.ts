import type { Context } from '../context.ts';
import { UsageError } from '../failures.ts';
import { fileOption, textOption } from './inputs.ts';
import { readTexts } from './read-texts.ts';

/** The two options for a text of several lines. */
export const textOptions = (about: string) => ({
  body: textOption('--body <text>', about),
  bodyFile: fileOption('--body-file <path>', 'file with the text; - is stdin'),
});

interface Given {
  body: string | null;
  bodyFile: string | null;
}

/**
 * The given text, or the content of the given file; null without either.
 * @throws UsageError for both; file system errors
 */
export async function writtenText(context: Context, { body, bodyFile }: Given): Promise<string | null> {
  if (bodyFile === null) return body;
  if (body !== null) throw new UsageError('Give either --body <text> or --body-file <path>, not both');
  const typed = `@${bodyFile}`;
  const read = await readTexts([typed], context.terminal.streams.stdin, context.signal);
  return read(typed).replace(/^\ufeff/, '');
}
