import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { commandLineBundle, root } from './build/bundle-options.ts';

const cli = path.join(root, 'packages/cli');
const outdir = path.join(cli, 'dist');

const { metafile } = await build({
  ...commandLineBundle,
  entryPoints: [path.join(cli, 'src/bin.ts')],
  outdir,
  absWorkingDir: cli,
  chunkNames: 'chunks/[name]-[hash]',
  minify: true,
  external: ['@upvigil/server/*'],
});
await chmod(path.join(outdir, 'bin.js'), 0o755);

// What an earlier build left; not before this one, so that a running command never misses a file.
const made = new Set(Object.keys(metafile.outputs).map((file) => path.basename(file)));
const chunks = path.join(outdir, 'chunks');
for (const name of await readdir(chunks)) if (!made.has(name)) await rm(path.join(chunks, name));
