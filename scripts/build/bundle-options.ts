import path from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/** Of the repository. */
export const root = path.join(import.meta.dirname, '../..');

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
  plugins: [withoutDevtools],
} satisfies BuildOptions;
