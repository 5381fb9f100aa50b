import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { commandLineBundle, root, serverBundle } from '../build/bundle-options.ts';
import {
  type Licence,
  licenceOf,
  licenceOfSwaggerUi,
  licencesFile,
  packageFolders,
  packagesOfStyles,
  readLicences,
} from './licences.ts';
import { productManifest, readManifest } from './manifests.ts';

const entryPoints = [
  { in: 'packages/cli/src/bin.ts', out: 'packages/cli/dist/bin' },
  { in: 'packages/server/src/checks/engine/thread/probe-thread.ts', out: 'packages/server/dist/probe-thread' },
  { in: 'packages/server/src/checks/commands/starter/starter-process.ts', out: 'packages/server/dist/starter-process' },
  {
    in: 'packages/server/src/checks/probe/assertions/evaluation-thread.ts',
    out: 'packages/server/dist/evaluation-thread',
  },
  { in: 'packages/server/src/storage/sqlite/checkpoint-thread.ts', out: 'packages/server/dist/checkpoint-thread' },
];
/** Link targets of the README, so that its links work in the tarball too. */
/** Files and folders of the repository that the tarball contains unchanged. */
export const documents = ['LICENSE', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs', 'examples'];
const startFiles = ['packages/cli/upvigil.cjs', 'packages/cli/resolver-threads.cjs'];
const licencesName = 'THIRD-PARTY-LICENCES.txt';

/**
 * Writes the product into an empty folder for npm to pack: command line, server and pages bundled, in the layout of
 * this repository, so that relative paths stay valid. Needs the pages that `npm run build` made.
 */
export async function layOutProduct(folder: string): Promise<void> {
  const { metafile } = await build({
    ...commandLineBundle,
    absWorkingDir: root,
    entryPoints,
    outdir: folder,
    // All of the server in one folder: `packages/server/src/product-files.ts` says why.
    chunkNames: 'packages/server/dist/[name]-[hash]',
    ...serverBundle,
  });
  for (const name of [...documents, ...startFiles])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  chmodSync(path.join(folder, 'packages/cli/upvigil.cjs'), 0o755);
  copyPages(path.join(folder, 'packages/web/dist'));
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  writeFileSync(path.join(folder, licencesName), licencesFile(allLicences(bundled)));
  writeManifest(folder, productManifest(readManifest('package.json'), readManifest('packages/server/package.json')));
}

export const writeManifest = (folder: string, manifest: object): void =>
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

const pages = path.join(root, 'packages/web/dist');
const licencesOfPages = ['', 'public', 'api-docs'].map((folder) => path.join(pages, folder, '.vite/licences.json'));

function copyPages(target: string): void {
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(pages, target, { recursive: true, filter: (file) => !licencesOfPages.includes(file) });
}

function allLicences(bundled: readonly string[]): Licence[] {
  const ofStyles = packagesOfStyles.map((name) => path.join('node_modules', name));
  const folders = [...packageFolders(bundled), ...ofStyles].map((folder) => path.resolve(root, folder));
  return [...folders.map(licenceOf), ...licencesOfPages.flatMap(readLicences), licenceOfSwaggerUi()];
}
