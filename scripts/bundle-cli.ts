import { chmod, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { removeOlder } from './build/remove-older.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = path.join(root, 'packages/cli');
const outdir = path.join(cli, 'dist');
const fromCli = createRequire(path.join(cli, 'package.json'));

/**
 * ink-table is CommonJS and asks for Ink by require(), which Node refuses (Ink has top-level await).
 * Here its source becomes a module that imports the same Ink and React as the screens.
 */
const inkTableAsModule: Plugin = {
  name: 'ink-table-as-module',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/ink-table\.ts$/ }, () => ({ path: fromCli.resolve('ink-table'), namespace: 'ink-table' }));
    onLoad({ filter: /.*/, namespace: 'ink-table' }, async ({ path: file }) => ({
      resolveDir: path.dirname(file),
      loader: 'js',
      contents: `import * as ink from 'ink';
import react from 'react';
import hash from 'object-hash';
const modules = { ink, react, 'object-hash': hash };
const exports = {};
(function (require, exports) {
${await readFile(file, 'utf8')}
})((name) => modules[name], exports);
export const Table = exports.default;`,
    }));
  },
};

/** Ink asks for the developer tools only in development. */
const withoutDevtools: Plugin = {
  name: 'without-devtools',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'none', namespace: 'none' }));
    onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'export default {};' }));
  },
};

const { metafile } = await build({
  metafile: true,
  entryPoints: [path.join(cli, 'src/bin.ts')],
  outdir,
  absWorkingDir: cli,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  conditions: ['source'],
  external: ['@upvigil/server/*'],
  // Its entry for Node brings a second fetch; the command line gives it one, so the entry for every other place will do.
  alias: { ofetch: path.join(root, 'node_modules/ofetch/dist/index.mjs') },
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  plugins: [inkTableAsModule, withoutDevtools],
});
await chmod(path.join(outdir, 'bin.js'), 0o755);

await removeOlder(path.join(outdir, 'chunks'), metafile);
