import type { Key } from 'ink';

const named = [
  'escape',
  'return',
  'tab',
  'backspace',
  'delete',
  'pageUp',
  'pageDown',
  'home',
  'end',
] as const satisfies readonly (keyof Key)[];
const arrows = { upArrow: 'up', downArrow: 'down', leftArrow: 'left', rightArrow: 'right' } as const;

const characterNames: Readonly<Record<string, string>> = {
  ' ': 'space',
  '\r': 'return',
  '\n': 'return',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
  '\u0003': 'ctrl-c',
};

/** The names of the keys in one chunk of input: letters that are typed fast arrive together. */
export function keyNames(input: string, key: Key): string[] {
  for (const [property, name] of Object.entries(arrows)) if (key[property as keyof typeof arrows]) return [name];
  for (const name of named) if (key[name]) return [name];
  if (key.ctrl) return [`ctrl-${input}`];
  return [...input].map((character) => characterNames[character] ?? character);
}
