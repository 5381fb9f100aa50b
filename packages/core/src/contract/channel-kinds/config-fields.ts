/** What every field of a channel's settings has. */
interface FieldBase {
  readonly label: string;
  /** One line below the input: where to find it, or what it does. */
  readonly hint?: string;
  readonly placeholder?: string;
  /** True where it may be empty. */
  readonly optional?: true;
}

/** A form that text must have, and the sentence that refuses any other: '… must be …'. */
export interface TextForm {
  readonly pattern: RegExp;
  readonly error: string;
}

/** One line of text. */
export interface TextField extends FieldBase {
  readonly type: 'text';
  readonly maxLength: number;
  readonly form?: TextForm;
}

/** Text that is sealed where it is stored and masked in answers. */
export interface SecretField extends FieldBase {
  readonly type: 'secret';
  readonly maxLength: number;
  readonly form?: TextForm;
}

/** A full http or https address. */
export interface AddressField extends FieldBase {
  readonly type: 'address';
  /** Kept as it was written. Any other loses the slash at its end, so that paths can be put behind it. */
  readonly exact?: true;
  /** The provider's own; what an empty field stands for. */
  readonly initial?: string;
  /** Whoever knows it can send: it is sealed and masked as a secret is. */
  readonly secret?: true;
  /** Where it may lead, and the sentence that refuses any other: '… must be …'. */
  readonly where?: { allows(address: URL): boolean; readonly error: string };
}

/** Several texts of one form; at least one unless it is optional. */
export interface ListField extends FieldBase {
  readonly type: 'list';
  readonly most: number;
  readonly form: TextForm;
}

interface ChoiceField extends FieldBase {
  readonly type: 'choice';
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly initial: string;
}

/** Names and values, of which each value is a secret. */
interface HeadersField extends FieldBase {
  readonly type: 'headers';
  readonly most: number;
}

export type ConfigField = TextField | SecretField | AddressField | ListField | ChoiceField | HeadersField;
export type ConfigFields = Readonly<Record<string, ConfigField>>;

export interface HeaderValue {
  name: string;
  value: string;
}

type ValueOf<Field extends ConfigField> = Field extends ListField
  ? string[]
  : Field extends HeadersField
    ? HeaderValue[]
    : string;

/** The settings of a channel with these fields. Text that is not set is empty. */
export type ConfigOf<Fields extends ConfigFields> = { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

/** The settings of a channel of any kind. */
export type AnyConfig = Record<string, string | string[] | HeaderValue[]>;

/** What contract, form, command, mask, sealing and documents need to know of a kind of channel that has rows. */
export interface ChannelConfigKind<Fields extends ConfigFields = ConfigFields> {
  readonly fields: Fields;
  /** One or two sentences above the form: what to make at the provider first. */
  readonly about: string;
  /** Where the provider documents it. */
  readonly documentation: string;
}

/** Keeps the types of the fields. */
export const defineConfig = <const Fields extends ConfigFields>(
  kind: ChannelConfigKind<Fields>,
): ChannelConfigKind<Fields> => kind;

export const isSecretField = (field: ConfigField): boolean =>
  field.type === 'secret' || (field.type === 'address' && field.secret === true);

/** Where a provider is: what was entered, or its own address. `path` comes below it. */
export function providerUrl({ initial = '' }: Pick<AddressField, 'initial'>, entered: string, path: string): URL {
  const url = new URL(entered || initial);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url;
}
