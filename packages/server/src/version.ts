import { readFileSync } from 'node:fs';

/** Of this program, as its package says. */
export const readProductVersion = (): string => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};
