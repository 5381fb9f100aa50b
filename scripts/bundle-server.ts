import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { nodeBundle, root, serverBundle } from './build/bundle-options.ts';
import { removeOlder } from './build/remove-older.ts';

const server = path.join(root, 'packages/server');
const outdir = path.join(server, 'bundle');

/** Where the package says that it can be loaded: the server itself, and what commands do without one. */
const { exports } = JSON.parse(readFileSync(path.join(server, 'package.json'), 'utf8')) as {
  exports: Record<string, { source: string; default?: string }>;
};
const exported = Object.values(exports).flatMap(({ source, default: made }) =>
  made === undefined ? [] : [[path.basename(made, '.js'), source]],
);

// Of a thousand files most of a start would be looking them up, opening them and compiling each by itself.
const { metafile } = await build({
  ...nodeBundle,
  ...serverBundle,
  // A thread is started from a file beside the one that starts it.
  entryPoints: {
    ...Object.fromEntries(exported),
    'probe-thread': 'src/checks/engine/thread/probe-thread.ts',
    'evaluation-thread': 'src/checks/probe/assertions/evaluation-thread.ts',
    'checkpoint-thread': 'src/storage/sqlite/checkpoint-thread.ts',
  },
  outdir,
  absWorkingDir: server,
});
await removeOlder(outdir, metafile);
