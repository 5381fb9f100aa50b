import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The tarball has the layout of this repository, with all of the server in one folder: what is read at run time is named
// by files that lie beside this one only, so that each is found in both.

/** Where `npm run build` puts the pages. */
export const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Of this program, as the package that holds it says. */
export const readProductVersion = (): string => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};
