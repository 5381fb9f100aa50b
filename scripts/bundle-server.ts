import path from 'node:path';
import { build } from 'esbuild';
import { removeOlder } from './build/remove-older.ts';

const server = path.join(import.meta.dirname, '..', 'packages', 'server');
const outdir = path.join(server, 'bundle');
/** They bring programs or libraries of the machine, which they look for beside themselves. */
const withMachineCode = ['@node-rs/argon2', '@photostructure/sqlite', 'koffi', 'playwright-core', 'sharp'];

// Of a thousand files most of a start would be looking them up, opening them and compiling each by itself.
const { metafile } = await build({
  metafile: true,
  // The thread is started from a file beside the one that starts it.
  entryPoints: { main: 'src/main.ts', 'probe-thread': 'src/engine/thread/probe-thread.ts' },
  outdir,
  absWorkingDir: server,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Names stay, as the log shows where an error came from.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  conditions: ['source'],
  external: withMachineCode,
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
});
await removeOlder(outdir, metafile);
