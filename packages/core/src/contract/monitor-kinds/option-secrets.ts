import { mapHeaders, type SecretPlace } from '../check-options/request-secrets.ts';
import { maskedSecret } from '../secrets/secret-names.ts';
import type { GivenOptions } from './kind-options.ts';
import type { OptionField, OptionFields, OptionHeader } from './option-fields.ts';

type Change = (text: string, place: SecretPlace) => string;

/** Replaces each set secret by the result of `change`. An empty result leaves the secret's place. */
export const mapOptionSecrets = (fields: OptionFields, options: GivenOptions, change: Change): GivenOptions =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, mapOption(fields[name], name, value, change)]),
  );

function mapOption(field: OptionField | undefined, name: string, value: unknown, change: Change): unknown {
  if (field?.kind === 'headers') return mapHeaders(value as OptionHeader[], `options.${name}`, change);
  const isSecret = field?.kind === 'secret' || (field?.kind === 'pem' && field.isSecret);
  return isSecret ? change(String(value), { name, field: `options.${name}` }) : value;
}

export function optionSecrets(fields: OptionFields, options: GivenOptions): (SecretPlace & { text: string })[] {
  const found: (SecretPlace & { text: string })[] = [];
  mapOptionSecrets(fields, options, (text, place) => {
    found.push({ ...place, text });
    return text;
  });
  return found;
}

/** Replaces each secret by the mask. */
export const maskOptions = (fields: OptionFields, options: GivenOptions): GivenOptions =>
  mapOptionSecrets(fields, options, () => maskedSecret);

/** Separates the secrets, by key, from the other options. */
export const takeOptionSecrets = (
  fields: OptionFields,
  options: GivenOptions | null,
): { options: GivenOptions | null; secrets: Record<string, string> } => ({
  options: options && mapOptionSecrets(fields, options, () => ''),
  secrets: Object.fromEntries(optionSecrets(fields, options ?? {}).map(({ name, text }) => [name, text])),
});

/** Reverses `takeOptionSecrets`. */
export const putOptionSecrets = (
  fields: OptionFields,
  options: GivenOptions | null,
  secrets: Readonly<Record<string, string>>,
): GivenOptions | null => options && mapOptionSecrets(fields, options, (text, { name }) => secrets[name] ?? text);
