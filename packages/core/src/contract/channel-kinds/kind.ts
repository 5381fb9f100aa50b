import type * as z from 'zod';
import type { flag, integerBetween, plainText } from '../fields/fields.ts';

type TextSchema = ReturnType<typeof plainText>;

/** The fields of a channel's settings. Stored settings are read more leniently than entered ones. */
export interface SettingFields {
  flag: typeof flag;
  integer: typeof integerBetween;
  text: typeof plainText;
  /** Text that is masked in answers, and sealed where it is stored. */
  secret: typeof plainText;
  /** A host name or an IP address; empty while it is not set. */
  host(label: string): TextSchema;
  /** A comma-separated list of recipients, each of the same form. */
  recipients(label: string, form: RegExp, error: string): TextSchema;
}

type FieldsOf<Shape extends z.ZodRawShape, Value> = {
  [Field in keyof Shape]: z.output<Shape[Field]> extends Value ? Field : never;
}[keyof Shape] &
  string;

/** The switch of a channel and its recipients, as the notification settings show them. */
export interface RecipientSettings<Shape extends z.ZodRawShape> {
  readonly enabled: FieldsOf<Shape, boolean>;
  readonly switchLabel: string;
  readonly list: FieldsOf<Shape, string>;
  readonly listLabel: string;
  readonly placeholder: string;
  /** What one of them is called, and several: '2 addresses'. */
  readonly one: string;
  readonly many: string;
}

/** What contract, settings, lists, pages and commands need to know of one channel. */
export interface ChannelKind<Name extends string, Shape extends z.ZodRawShape> {
  /** As the wire and the database name it. */
  readonly name: Name;
  /** As people read it. */
  readonly label: string;
  /** Its fields among the notification settings; none where each website has settings of its own. */
  settings(fields: SettingFields): Shape;
  /** What holds until the settings are saved for the first time. */
  readonly initial: NoInfer<{ readonly [Field in keyof Shape]: z.output<Shape[Field]> }>;
  /** The fields that are masked in answers. */
  readonly secrets: readonly NoInfer<FieldsOf<Shape, string>>[];
  /** Null for a channel without a list of recipients. */
  readonly recipients: NoInfer<RecipientSettings<Shape>> | null;
}

/** Keeps the types of a channel's name and settings, which registry.ts derives its own from. */
export const defineChannel = <Name extends string, Shape extends z.ZodRawShape>(
  kind: ChannelKind<Name, Shape>,
): ChannelKind<Name, Shape> => kind;
