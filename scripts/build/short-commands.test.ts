import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
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

/** The libraries that a bundled file loads when it starts. */
function librariesOf(file: string, metafile: Metafile): string[] {
  const libraries = [...loadedBy(file, metafile)]
    .flatMap((loaded) => Object.keys(metafile.outputs[loaded]?.inputs ?? {}))
    .flatMap((input) => input.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
  return [...new Set(libraries)].sort();
}

let metafile: Metafile;

beforeAll(async () => {
  const bundle = await build({
    ...commandLineBundle,
    entryPoints: ['bin', 'main', 'heartbeat-run/run-reported'].map((name) => path.join(cli, `src/${name}.ts`)),
    outdir: path.join(cli, 'dist'),
    absWorkingDir: cli,
    external: ['@upvigil/server/*'],
    write: false,
  });
  metafile = bundle.metafile;
}, 60_000);

it('a short command loads no part that only tables and screens need', () => {
  expect(librariesOf('dist/main.js', metafile)).toEqual(['commander', 'zod']);
});

it('a command that is reported to a heartbeat starts without any library', () => {
  expect(librariesOf('dist/bin.js', metafile)).toEqual([]);
  expect(librariesOf('dist/heartbeat-run/run-reported.js', metafile)).toEqual([]);
});
