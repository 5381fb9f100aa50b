import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { productImports } from './imports/product-imports.ts';
import { apiPage } from './reference/api-page.ts';
import { archivePage } from './reference/archive-page.ts';
import { commandsPage } from './reference/commands-page.ts';
import { keysPage } from './reference/keys-page.ts';
import { monitorKindsPage } from './reference/monitor-kinds-page.ts';
import { roomsPicture } from './reference/rooms-picture.ts';
import { settingsPage } from './reference/settings-page.ts';

/** The folder of the documents that are generated from the code. */
export const referenceFolder = path.join(import.meta.dirname, '..', 'docs', 'reference');

/** File names, each with its generator. */
export const referencePages: Readonly<Record<string, () => string>> = {
  'api.md': apiPage,
  'archive.md': archivePage,
  'commands.md': commandsPage,
  'keys.md': keysPage,
  'monitor-kinds.md': monitorKindsPage,
  'settings.md': settingsPage,
};

export const architecturePage = path.join(referenceFolder, '..', 'architecture.md');

/** Replaces the picture in the architecture document with one of the present imports. */
export const withPicture = (architecture: string): string =>
  architecture.replace(/```mermaid\n[^`]*```/, () => roomsPicture(productImports()));

if (process.argv[1] === import.meta.filename) {
  mkdirSync(referenceFolder, { recursive: true });
  for (const [name, make] of Object.entries(referencePages)) writeFileSync(path.join(referenceFolder, name), make());
  writeFileSync(architecturePage, withPicture(readFileSync(architecturePage, 'utf8')));
}
