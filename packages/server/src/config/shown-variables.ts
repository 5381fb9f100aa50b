import { addressSecrets } from '@upvigil/core/addresses/shown-address';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What is known of a variable. */
interface MarkedVariable {
  mayBe: string;
  initial?: unknown;
  isSecret?: true;
  isShown?: true;
}
type MarkedVariables = Readonly<Record<string, MarkedVariable>>;

const textOf = (env: Environment, name: string): string => env[name]?.trim() ?? '';

/** By variable: its value where that is marked as shown, else whether it is set. */
export function shownVariables(variables: MarkedVariables, env: Environment): Record<string, string> {
  const all = Object.entries(variables).map(([name, { isShown, initial }]): [string, string] => {
    const text = textOf(env, name);
    if (isShown) return [name, text || String(initial ?? 'not set')];
    return [name, text === '' ? 'not set' : 'set'];
  });
  return Object.fromEntries(all);
}

/** The values of secret variables, and what the addresses in others carry. */
export function secretTexts(variables: MarkedVariables, env: Environment): string[] {
  const texts = Object.entries(variables).flatMap(([name, { isSecret }]) =>
    isSecret ? [textOf(env, name)] : textOf(env, name).split(',').flatMap(addressSecrets),
  );
  return texts.filter((text) => text !== '');
}
