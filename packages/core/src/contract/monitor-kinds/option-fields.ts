/** Without TLS, with TLS that begins within the protocol, or with TLS from the start. */
export type Security = 'none' | 'starttls' | 'tls';

interface FieldBase<Value> {
  readonly label: string;
  /** The value of an option that is null or absent. */
  readonly initial: Value;
  readonly hint?: string;
  readonly placeholder?: string;
  /** Shown among the advanced options of the form. */
  readonly isAdvanced?: true;
}

/** Text of one line. */
export interface TextOption extends FieldBase<string> {
  readonly kind: 'text';
  readonly maxLength: number;
  /** A host name or an IP address. */
  readonly isHost?: true;
  /** It may have line breaks. */
  readonly isLong?: true;
  /** The problem of a text that is not empty; null if there is none. */
  readonly problem?: (text: string) => string | null;
}
export interface SecretOption extends FieldBase<string> {
  readonly kind: 'secret';
  readonly maxLength: number;
}
/** Certificates or a key in PEM. */
export interface PemOption extends FieldBase<string> {
  readonly kind: 'pem';
  readonly isSecret?: true;
}
export interface FlagOption extends FieldBase<boolean> {
  readonly kind: 'flag';
}
export interface ChoiceOption<Choice extends string> extends FieldBase<Choice> {
  readonly kind: 'choice';
  readonly choices: readonly Choice[];
}
/** Its default depends on the port. */
interface SecurityOption extends FieldBase<Security> {
  readonly kind: 'security';
}
/** The name of a command of the server; see `GET /commands`. */
export interface CommandOption extends FieldBase<string> {
  readonly kind: 'command';
}
/** A list of texts. */
export interface LinesOption extends FieldBase<readonly string[]> {
  readonly kind: 'lines';
  readonly maxLength: number;
  readonly most: number;
  /** The problem of the lines; null if there is none. */
  readonly problem?: (lines: readonly string[]) => string | null;
}
/** Headers of a request; each may be secret. */
export interface HeadersOption extends FieldBase<readonly OptionHeader[]> {
  readonly kind: 'headers';
}
export interface OptionHeader {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

/** Describes one option of a monitor kind: for schemas, forms, commands and documents. */
export type OptionField =
  | TextOption
  | SecretOption
  | PemOption
  | FlagOption
  | ChoiceOption<string>
  | SecurityOption
  | CommandOption
  | LinesOption
  | HeadersOption;

export type OptionFields = Readonly<Record<string, OptionField>>;

/** The values of a kind's options, with defaults filled in. */
export type OptionValues<Fields extends OptionFields> = {
  readonly [Name in keyof Fields]: Fields[Name]['initial'];
};

type Given<Option, Set extends string = never> = Omit<Option, 'kind' | Set>;

export const textOption = (given: Given<TextOption, 'initial'> & { initial?: string }): TextOption => ({
  kind: 'text',
  initial: '',
  ...given,
});

export const secretOption = (given: Given<SecretOption, 'initial'>): SecretOption => ({
  kind: 'secret',
  initial: '',
  ...given,
});

export const pemOption = (given: Given<PemOption, 'initial'>): PemOption => ({ kind: 'pem', initial: '', ...given });

export const flagOption = (given: Given<FlagOption>): FlagOption => ({ kind: 'flag', ...given });

export const choiceOption = <const Choice extends string>(
  given: Given<ChoiceOption<Choice>>,
): ChoiceOption<Choice> => ({
  kind: 'choice',
  ...given,
});

export const linesOption = (given: Given<LinesOption, 'initial'>): LinesOption => ({
  kind: 'lines',
  initial: [],
  ...given,
});
