import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { nodeBundle, root, serverBundle } from './build/bundle-options.ts';
import { removeOlder } from './build/remove-older.ts';

const server = path.join(root, 'packages/server');
const outdir = path.join(server, 'bundle');

/** The entry points that the package exports: the server, and the code for commands without a server. */
const { exports } = JSON.parse(readFileSync(path.join(server, 'package.json'), 'utf8')) as {
  exports: Record<string, { source: string; default?: string }>;
};
const exported = Object.values(exports).flatMap(({ source, default: made }) =>
  made === undefined ? [] : [[path.basename(made, '.js'), source]],
);

// Most of the start would be spent on finding, opening and compiling a thousand files.
const { metafile } = await build({
  ...nodeBundle,
  ...serverBundle,
  // A thread or process starts from a separate file in the same folder.
  entryPoints: {
    ...Object.fromEntries(exported),
    'probe-thread': 'src/checks/engine/thread/probe-thread.ts',
    'starter-process': 'src/checks/commands/starter/starter-process.ts',
    'evaluation-thread': 'src/checks/probe/assertions/evaluation-thread.ts',
    'checkpoint-thread': 'src/storage/sqlite/checkpoint-thread.ts',
  },
  outdir,
  absWorkingDir: server,
});
await removeOlder(outdir, metafile);
