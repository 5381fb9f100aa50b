import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/** Of the repository. */
export const root = path.join(import.meta.dirname, '../..');
const fromCli = createRequire(path.join(root, 'packages/cli/package.json'));

/**
 * ink-table is CommonJS and loads Ink by require(), which Node refuses (Ink has top-level await).
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

/** Ink loads the developer tools in development only. */
const withoutDevtools: Plugin = {
  name: 'without-devtools',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'none', namespace: 'none' }));
    onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'export default {};' }));
  },
};

/** For Node 20, in parts that are loaded when they are needed. */
export const nodeBundle = {
  metafile: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
  conditions: ['source'],
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
} satisfies BuildOptions;

/** What cannot be bundled: programs of the machine's own kind, which npm chooses, and a driver of browsers that starts itself. */
export const unbundled = ['@node-rs/argon2', '@photostructure/sqlite', 'koffi', 'playwright-core', 'sharp'] as const;

/** Libraries ask for them and do without: pg for a driver in C, ws for faster masks. */
const optional = ['pg-native', 'bufferutil', 'utf-8-validate'];

/** What every bundle with the server in it needs besides. */
export const serverBundle = {
  // Names stay, so that a log and a stack say what they say in the sources.
  minifyWhitespace: true,
  minifySyntax: true,
  external: [...unbundled, ...optional],
} satisfies BuildOptions;

/** What every bundle with the command line in it needs. */
export const commandLineBundle = {
  ...nodeBundle,
  jsx: 'automatic',
  // Its entry for Node brings a second fetch; the command line gives it one, so the entry for every other place will do.
  alias: { ofetch: path.join(root, 'node_modules/ofetch/dist/index.mjs') },
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  plugins: [inkTableAsModule, withoutDevtools],
} satisfies BuildOptions;
