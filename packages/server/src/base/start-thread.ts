import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts the thread of the file `name` in the folder of the caller, whose `import.meta.url` is `beside`: the built file in
 * production; a bundle of the sources where that file is itself run as source, because Node 20 reads no TypeScript and a
 * worker takes over no loader.
 */
export function startThread(beside: string, name: string, options: WorkerOptions): Worker {
  const folder = beside.endsWith('.ts') ? bundledSources() : new URL('./', beside);
  return new Worker(new URL(`./${name}.js`, folder), options);
}

/** The sources of all threads: one may start another. */
const threadSources = [
  'checks/engine/thread/probe-thread.ts',
  'checks/probe/assertions/judging-thread.ts',
  'storage/sqlite/checkpoint-thread.ts',
];
const prefix = '.threads-';
let bundle: URL | undefined;

/** The folder of a bundle that is made once a process, because to load each module by itself takes seconds. */
function bundledSources(): URL {
  if (bundle !== undefined) return bundle;
  const sources = fileURLToPath(new URL('../', import.meta.url));
  // As deep as `bundle` and `src`, from where files are found by relative paths.
  const parent = path.join(sources, '..');
  removeBundlesOfEnded(parent);
  const folder = path.join(parent, `${prefix}${process.pid}`);
  const { buildSync } = createRequire(import.meta.url)('esbuild');
  buildSync({
    entryPoints: threadSources.map((file) => path.join(sources, file)),
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    external: ['@node-rs/argon2', '@photostructure/sqlite', 'koffi', 'playwright-core', 'sharp'],
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  bundle = pathToFileURL(`${folder}${path.sep}`);
  return bundle;
}

/** Processes of tests are killed and remove nothing themselves. */
function removeBundlesOfEnded(parent: string): void {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    if (!isRunning(Number(name.slice(prefix.length))))
      rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
