import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, it } from 'vitest';
import { commandLineBundle, root } from './bundle-options.ts';

const cli = path.join(root, 'packages/cli');

/** The static imports of a bundled file. */
function loadedBy(file: string, { outputs }: Metafile, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = outputs[file]?.imports ?? [];
  for (const { path: imported, kind, external } of imports)
    if (kind === 'import-statement' && !external) loadedBy(imported, { inputs: {}, outputs }, seen);
  return seen;
}

it('a short command loads no part that only tables and screens need', { timeout: 60_000 }, async () => {
  const { metafile } = await build({
    ...commandLineBundle,
    entryPoints: [path.join(cli, 'src/bin.ts'), path.join(cli, 'src/main.ts')],
    outdir: path.join(cli, 'dist'),
    absWorkingDir: cli,
    external: ['@upvigil/server/*'],
    write: false,
  });
  const loaded = [...loadedBy('dist/main.js', metafile)];
  const libraries = loaded
    .flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}))
    .flatMap((input) => input.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
  expect([...new Set(libraries)].sort()).toEqual(['commander', 'zod']);
});
