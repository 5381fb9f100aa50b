import type { ApiClient } from '@upvigil/core/client/api-client';
import { cleanText } from '../client/clean-client.ts';
import { type Command, type Definition, defineCommand, type Specs, type Values } from '../command.ts';
import type { Context } from '../context.ts';
import {
  addOptions,
  editOptions,
  type Field,
  type Fields,
  givenFields,
  requireChange,
  sendFields,
  toBody,
} from '../options/fields.ts';
import type { Option } from '../options/inputs.ts';
import { type Columns, columnsAt, showChanged } from './kit.ts';

type FieldOptions = Readonly<Record<string, Option<unknown>>>;

/** A command whose options are the fields of a body. */
type FieldDefinition<Row, Arguments> = Omit<Definition<Arguments, FieldOptions>, 'options'> & {
  /** In the order of help. */
  fields: Readonly<Record<string, Field>>;
  columns: Columns<Row>;
  /** Text for a person after the change. */
  sentence(row: Row): string | readonly string[];
};

/** A command that adds a row: an option for each field that is not an argument. */
export function addCommand<Row, Body, Arguments extends Specs>({
  fields,
  columns,
  sentence,
  complete = (given) => given,
  create,
  ...definition
}: FieldDefinition<Row, Arguments> & {
  arguments: Arguments;
  /** Before a connection. @throws UsageError when a field is missing */
  complete?(given: Fields, context: Context): Fields | Promise<Fields>;
  create(api: ApiClient, body: Body, input: Values<Arguments>, context: Context): Promise<Row>;
}): Command {
  return defineCommand<Arguments, FieldOptions>({
    ...definition,
    options: addOptions(fields, ...Object.keys(definition.arguments)),
    async run(context, input) {
      const body = toBody(await complete(givenFields(fields, input), context)) as Body;
      const { api } = await context.connect('admin');
      const row = await sendFields(fields, () => create(api, body, input, context));
      showChanged(context, { columns: columnsAt(columns, context.now()), row, sentence: sentence(row) });
    },
  });
}

/** A command that changes the given fields of a row. */
export function editCommand<Row, Body, Arguments extends Specs>({
  fields,
  columns,
  sentence,
  find,
  complete = (given) => given,
  update,
  ...definition
}: FieldDefinition<Row, Arguments> & {
  find(api: ApiClient, input: Values<Arguments>): Promise<number>;
  /** Reads what the given fields need of the stored row. */
  complete?(given: Fields, stored: { api: ApiClient; id: number }, context: Context): Fields | Promise<Fields>;
  update(api: ApiClient, id: number, body: Body): Promise<Row>;
}): Command {
  return defineCommand<Arguments, FieldOptions>({
    ...definition,
    options: editOptions(fields),
    async run(context, input) {
      const given = givenFields(fields, input);
      requireChange(fields, given);
      // Stored headers and assertions are sent back as they are.
      const { api } = await context.connect('admin', { keepsControls: true });
      const id = await find(api, input);
      const body = toBody(await complete(given, { api, id }, context)) as Body;
      const row = cleanText(await sendFields(fields, () => update(api, id, body))) as Row;
      showChanged(context, { columns: columnsAt(columns, context.now()), row, sentence: sentence(row) });
    },
  });
}
