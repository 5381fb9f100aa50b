import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/bundle-options.ts';
import { clientEntries, clientManifest, readManifest } from './manifests.ts';
import { writeManifest } from './product-package.ts';

const built = path.join(root, 'packages/core/dist');

/**
 * Writes `@upvigil/client` into an empty folder: the contract and its client, as `npm run build` compiled them from
 * core.
 */
export function layOutClient(folder: string): void {
  for (const file of reachable(clientEntries.flatMap((entry) => [`${entry}.js`, `${entry}.d.ts`]))) {
    const target = path.join(folder, 'dist', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, withoutMap(readFileSync(path.join(built, file), 'utf8')));
  }
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  writeManifest(folder, clientManifest(readManifest('package.json'), readManifest('packages/core/package.json')));
}

const relativeImports = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.[^"']+)["']/g;

/** These files and all their imports, with their types. */
function reachable(entries: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const text = readFileSync(path.join(built, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(relativeImports)) {
      const module = path.join(path.dirname(file), specifier).replace(/\.[jt]s$/, '');
      waiting.push(...[`${module}.js`, `${module}.d.ts`].filter((each) => existsSync(path.join(built, each))));
    }
  }
  return found;
}

/** Source maps refer to sources that are not packed. */
const withoutMap = (text: string): string => text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
