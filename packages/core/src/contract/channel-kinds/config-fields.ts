interface FieldBase {
  readonly label: string;
  /** One line below the input: where to find the value, or what it does. */
  readonly hint?: string;
  readonly placeholder?: string;
  /** Whether the field may be empty. */
  readonly optional?: true;
}

/** The required format of a text, and the error for any other: '… must be …'. */
export interface TextForm {
  readonly pattern: RegExp;
  readonly error: string;
}

export interface TextField extends FieldBase {
  readonly type: 'text';
  readonly maxLength: number;
  readonly form?: TextForm;
}

/** Text that is encrypted in the database and masked in answers. */
export interface SecretField extends FieldBase {
  readonly type: 'secret';
  readonly maxLength: number;
  readonly form?: TextForm;
}

/** A full http or https address. */
export interface AddressField extends FieldBase {
  readonly type: 'address';
  /** Stored as entered. All other addresses lose the trailing slash, so that paths can be appended. */
  readonly exact?: true;
  /** The provider's own address, used when the field is empty. */
  readonly initial?: string;
  /** Encrypted and masked as a secret, because its knowledge suffices to send. */
  readonly secret?: true;
  /** Restricts the target of the address; `error` refuses any other: '… must be …'. */
  readonly where?: { allows(address: URL): boolean; readonly error: string };
}

/** A list of texts with the same format; at least one unless optional. */
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

/** Header names and values. Each value is a secret. */
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

/** The settings of a channel with these fields. An unset text is empty. */
export type ConfigOf<Fields extends ConfigFields> = { -readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

export type AnyConfig = Record<string, string | string[] | HeaderValue[]>;

/** Describes a kind of channel for contract, form, command, mask, encryption and documents. */
export interface ChannelConfigKind<Fields extends ConfigFields = ConfigFields> {
  readonly fields: Fields;
  /** One or two sentences above the form: what to set up at the provider first. */
  readonly about: string;
  /** URL of the provider's documentation. */
  readonly documentation: string;
}

/** Keeps the literal types of the fields. */
export const defineConfig = <const Fields extends ConfigFields>(
  kind: ChannelConfigKind<Fields>,
): ChannelConfigKind<Fields> => kind;

export const isSecretField = (field: ConfigField): boolean =>
  field.type === 'secret' || (field.type === 'address' && field.secret === true);

/** `path` below the entered address, or below the provider's own if none was entered. */
export function providerUrl({ initial = '' }: Pick<AddressField, 'initial'>, entered: string, path: string): URL {
  const url = new URL(entered || initial);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url;
}
