import type * as z from 'zod';
import type { flag, integerBetween, plainText } from '../fields/fields.ts';

type TextSchema = ReturnType<typeof plainText>;

/** Field types of a channel's settings. Stored settings are read more leniently than entered ones. */
export interface SettingFields {
  flag: typeof flag;
  integer: typeof integerBetween;
  text: typeof plainText;
  /** Text that is masked in answers and encrypted in the database. */
  secret: typeof plainText;
  /** A host name or an IP address; empty if not set. */
  host(label: string): TextSchema;
  /** A comma-separated list of recipients with the same format. */
  recipients(label: string, form: RegExp, error: string): TextSchema;
}

type FieldsOf<Shape extends z.ZodRawShape, Value> = {
  [Field in keyof Shape]: z.output<Shape[Field]> extends Value ? Field : never;
}[keyof Shape] &
  string;

/** A channel's switch and its recipients in the notification settings. */
export interface RecipientSettings<Shape extends z.ZodRawShape> {
  readonly enabled: FieldsOf<Shape, boolean>;
  readonly switchLabel: string;
  readonly list: FieldsOf<Shape, string>;
  readonly listLabel: string;
  readonly placeholder: string;
  /** Singular and plural of a recipient: '2 addresses'. */
  readonly one: string;
  readonly many: string;
}

/** Describes one built-in channel for contract, settings, lists, pages and commands. */
export interface ChannelKind<Name extends string, Shape extends z.ZodRawShape> {
  /** Name on the wire and in the database. */
  readonly name: Name;
  /** Name on screens. */
  readonly label: string;
  /** Its fields in the notification settings; empty if each website has its own settings. */
  settings(fields: SettingFields): Shape;
  /** Values until the settings are saved for the first time. */
  readonly initial: NoInfer<{ readonly [Field in keyof Shape]: z.output<Shape[Field]> }>;
  readonly secrets: readonly NoInfer<FieldsOf<Shape, string>>[];
  /** Null if the channel has no list of recipients. */
  readonly recipients: NoInfer<RecipientSettings<Shape>> | null;
}

/** Keeps the literal types of a channel's name and settings, from which registry.ts derives its own. */
export const defineChannel = <Name extends string, Shape extends z.ZodRawShape>(
  kind: ChannelKind<Name, Shape>,
): ChannelKind<Name, Shape> => kind;
