import type { OptionFields, OptionValues, Security } from './option-fields.ts';

/** Options of a monitor by name; what is absent or null has its default. */
export type GivenOptions = Readonly<Record<string, unknown>>;

interface KindWithOptions {
  readonly ports?: readonly { readonly port: number; readonly security: Security }[];
  readonly options: OptionFields;
}

/** The security of a kind that is used if none is chosen. */
export const usualSecurity = ({ ports = [] }: KindWithOptions, port: number | null): Security =>
  ports.find((usual) => usual.port === port)?.security ?? 'none';

/** All options of a kind. The values must be valid. */
export const optionsWithDefaults = (
  kind: KindWithOptions,
  port: number | null,
  given: GivenOptions | null,
): OptionValues<OptionFields> =>
  Object.fromEntries(
    Object.entries(kind.options).map(([name, field]) => [
      name,
      (given?.[name] ??
        (field.kind === 'security' ? usualSecurity(kind, port) : field.initial)) as typeof field.initial,
    ]),
  );
