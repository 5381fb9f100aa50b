import type { ApiClient } from '@upvigil/core/client/api-client';
import { stripControls, stripLine } from '@upvigil/core/format/foreign-text';
import { type Command, type Definition, defineCommand, type OptionSpecs, type Specs, type Values } from '../command.ts';
import type { Context } from '../context.ts';
import { flagOption } from '../options/inputs.ts';
import { toJson } from '../output/json.ts';
import { renderPipe } from '../output/pipe.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';
import { dayAndTime } from '../output/times.ts';
import { requireYes } from '../terminal.ts';

export const yesOption = flagOption('--yes', 'do not ask; required if there is no terminal');

/** Refuses a command that will ask a question before it does anything. @throws UsageError when nobody can answer */
export function requireAnswer(yes: boolean, { terminal }: Context): void {
  if (!yes) terminal.requireTerminal();
}

/** Asks unless `--yes` was given. @throws DeclinedError when the answer is no, UsageError when nobody can answer */
export async function confirmUnless(yes: boolean, { terminal }: Context, question: string): Promise<void> {
  if (!yes) requireYes(await terminal.confirm(stripControls(question)));
}

/** Prints the result of a change: a sentence for a person, otherwise the changed row. */
export function showChanged<Row>(
  { terminal, form }: Context,
  { columns, row, sentence }: { columns: readonly Column<Row>[]; row: Row; sentence: string | readonly string[] },
): void {
  if (form === 'json') terminal.print(toJson(row));
  else if (form === 'pipe') renderPipe(columns, [row]).forEach(terminal.print);
  else [sentence].flat().forEach(terminal.print);
}

/** Columns, or a function that makes them for a time in ms since the epoch. */
export type Columns<Row> = readonly Column<Row>[] | ((now: number) => readonly Column<Row>[]);

export const columnsAt = <Row>(columns: Columns<Row>, now: number): readonly Column<Row>[] =>
  typeof columns === 'function' ? columns(now) : columns;

/** A command that lists the rows of one request. `--json` prints the server's response. */
export function listCommand<
  Row,
  Arguments extends Specs = Record<never, never>,
  Options extends OptionSpecs = Record<never, never>,
>({
  columns,
  empty,
  read,
  ...definition
}: Definition<Arguments, Options> & {
  columns: Columns<Row>;
  /** The sentence for a person if there are no rows. */
  empty: string;
  read(api: ApiClient, input: Values<Arguments> & Values<Options>): Promise<readonly Row[]>;
}): Command {
  return defineCommand<Arguments, Options>({
    ...definition,
    async run(context, input) {
      const { api } = await context.connect('admin');
      const rows = await read(api, input);
      await showList(context, { columns: columnsAt(columns, context.now()), rows, json: rows, empty });
    },
  });
}

/** Formats an ISO time for people or programs. */
export type TimeText = (time: string) => string;

/** A command that shows one document as lines of text. `--json` prints the document. */
export function showCommand<Document extends object, Arguments extends Specs>({
  read,
  lines,
  ...definition
}: Definition<Arguments, Record<never, never>> & {
  read(api: ApiClient, input: Values<Arguments>): Promise<Document>;
  lines(document: Document, timeText: TimeText, api: ApiClient): readonly string[] | Promise<readonly string[]>;
}): Command {
  return defineCommand<Arguments, Record<never, never>>({
    ...definition,
    async run(context, input) {
      const { api } = await context.connect('admin');
      const document = await read(api, input);
      if (context.form === 'json') {
        context.terminal.print(toJson(document));
        return;
      }
      const timeText: TimeText = context.form === 'terminal' ? dayAndTime : (time) => time;
      const text = await lines(document, timeText, api);
      await printText(context, text.map(stripLine));
    },
  });
}

/** A command that deletes something after a question. */
export function removeCommand<Found extends { id: number }, Arguments extends Specs>({
  find,
  question,
  remove,
  removed,
  ...definition
}: Omit<Definition<Arguments, Record<never, never>>, 'json' | 'options'> & {
  find(api: ApiClient, input: Values<Arguments>): Promise<Found>;
  question(found: Found): string;
  remove(api: ApiClient, id: number): Promise<unknown>;
  /** The sentence for a person afterwards. */
  removed(found: Found): string;
}): Command {
  return defineCommand<Arguments, { yes: typeof yesOption }>({
    ...definition,
    options: { yes: yesOption },
    json: 'an object with deleted, an array of one id',
    async run(context, { yes, ...input }) {
      requireAnswer(yes, context);
      const { api } = await context.connect('admin');
      const found = await find(api, input as unknown as Values<Arguments>);
      await confirmUnless(yes, context, question(found));
      await remove(api, found.id);
      showEnded(context, 'deleted', found.id, removed(found));
    },
  });
}

/** A command that deletes or ends something by its id, without a question. */
export function endCommand<Arguments extends Specs & { id: { parse(given: never): number } }>({
  ended,
  end,
  sentence,
  ...definition
}: Omit<Definition<Arguments, Record<never, never>>, 'json' | 'options'> & {
  /** The name of the list of ids in `--json`. */
  ended: 'deleted' | 'revoked' | 'unmuted';
  end(api: ApiClient, id: number): Promise<unknown>;
  /** The sentence for a person afterwards. */
  sentence(id: number): string;
}): Command {
  return defineCommand<Arguments, Record<never, never>>({
    ...definition,
    json: `an object with ${ended}, an array of one id`,
    async run(context, input) {
      const { id } = input as unknown as { id: number };
      const { api } = await context.connect('admin');
      await end(api, id);
      showEnded(context, ended, id, sentence(id));
    },
  });
}

function showEnded({ terminal, form }: Context, ended: string, id: number, sentence: string): void {
  if (form === 'json') terminal.print(toJson({ [ended]: [id] }));
  else terminal.say(sentence);
}

/** Prints lines without cutting them; a terminal breaks them at its width. */
async function printText(
  { terminal, form }: Pick<Context, 'terminal' | 'form'>,
  lines: readonly string[],
): Promise<void> {
  for (const line of form === 'terminal' ? await broken(lines, terminal.width()) : lines) terminal.print(line);
}

/** Loaded only here, because measuring text takes a tenth of the time of a short command. */
async function broken(lines: readonly string[], width: number): Promise<string[]> {
  const { breakLine } = await import('../output/break-text.ts');
  return lines.flatMap((line) => breakLine(line, width));
}
