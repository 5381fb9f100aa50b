import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

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

/** zod's sentences in forty languages are a third of its code; the contract's messages are its own. */
const zodInEnglish: Plugin = {
  name: 'zod-in-english',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer }) =>
      importer.includes('zod') ? { path: 'none', namespace: 'zod-locales' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'zod-locales' }, () => ({ contents: 'export {};' }));
  },
};

/** Of zod only what the contract uses: a namespace that is imported as such can be cut down, one that is re-exported cannot. */
const zodCutDown: Plugin = {
  name: 'zod-cut-down',
  setup({ onLoad }) {
    onLoad({ filter: /\/packages\/core\/src\/.*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replace("import { z } from 'zod';", "import * as z from 'zod';"),
      loader: 'ts',
    }));
  },
};

/** commander can start other programs as its commands; ours are its own, and what starts programs takes 10 ms to load. */
const withoutSubprocesses: Plugin = {
  name: 'without-subprocesses',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?child_process$/ }, ({ importer }) =>
      importer.includes('/commander/') ? { path: 'none', namespace: 'no-subprocesses' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'no-subprocesses' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** What string-width makes ready when it is loaded takes 25 ms; it is made when the first text needs it, which is seldom. */
const lateStringWidth: Plugin = {
  name: 'late-string-width',
  setup({ onLoad }) {
    // Ink's own copies are loaded for a live screen only, where it does not matter.
    onLoad({ filter: /\/packages\/cli\/node_modules\/string-width\/index\.js$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const contents = source
        .replace(
          /^const segmenter = new Intl\.Segmenter\(\);$/m,
          'let made; const segmenter = { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };',
        )
        .replace(
          /^const rgiEmojiRegex = (.*);$/m,
          (_line, literal) => `let emoji; const rgiEmojiRegex = { test: (text) => (emoji ??= ${literal}).test(text) };`,
        );
      if (!contents.includes('let made') || !contents.includes('let emoji')) {
        throw new Error(`${file} is not as it was: see late-string-width`);
      }
      return { contents, loader: 'js' };
    });
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
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  plugins: [inkTableAsModule, withoutDevtools, zodInEnglish, zodCutDown, withoutSubprocesses, lateStringWidth],
});
await chmod(path.join(outdir, 'bin.js'), 0o755);

// What an earlier build left; not before this one, so that a running command never misses a file.
const made = new Set(Object.keys(metafile.outputs).map((file) => path.basename(file)));
const chunks = path.join(outdir, 'chunks');
for (const name of await readdir(chunks)) if (!made.has(name)) await rm(path.join(chunks, name));
