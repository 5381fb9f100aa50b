import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { commandLineBundle, root } from './build/bundle-options.ts';
import { removeOlder } from './build/remove-older.ts';

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

await removeOlder(path.join(outdir, 'chunks'), metafile);
