import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiPage } from './reference/api-page.ts';
import { commandsPage } from './reference/commands-page.ts';
import { keysPage } from './reference/keys-page.ts';
import { settingsPage } from './reference/settings-page.ts';

/** The folder of the documents that are made from the code. */
export const referenceFolder = path.join(import.meta.dirname, '..', 'docs', 'reference');

/** Their file names, and what makes each. */
export const referencePages: Readonly<Record<string, () => string>> = {
  'api.md': apiPage,
  'commands.md': commandsPage,
  'keys.md': keysPage,
  'settings.md': settingsPage,
};

if (process.argv[1] === import.meta.filename) {
  mkdirSync(referenceFolder, { recursive: true });
  for (const [name, make] of Object.entries(referencePages)) writeFileSync(path.join(referenceFolder, name), make());
}
