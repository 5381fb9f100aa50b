import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts the thread of the file `name`. `beside`: as for `builtFile`. */
export const startThread = (beside: string, name: string, options: WorkerOptions): Worker =>
  new Worker(builtFile(beside, name), options);

/**
 * The file of a thread or process. `beside`: the caller's `import.meta.url`. In production this is the built file beside
 * the caller's. When run from source, it is a bundle, because Node 20 does not run TypeScript and a worker does not
 * inherit the loader.
 */
export function builtFile(beside: string, name: string): URL {
  const folder = beside.endsWith('.ts') ? bundledSources() : new URL('./', beside);
  return new URL(`./${name}.js`, folder);
}

/** Sources of all threads and processes, in one bundle because a thread may start another. */
const threadSources = [
  'checks/commands/starter/starter-process.ts',
  'checks/engine/thread/probe-thread.ts',
  'checks/probe/assertions/evaluation-thread.ts',
  'storage/sqlite/checkpoint-thread.ts',
];
const prefix = '.threads-';
let bundle: URL | undefined;

/** Folder of a bundle that is built once per process, because loading each module separately takes seconds. */
function bundledSources(): URL {
  if (bundle !== undefined) return bundle;
  const sources = fileURLToPath(new URL('../', import.meta.url));
  // At the same depth as `bundle` and `src`, so that relative paths to files stay valid.
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

/** Test processes are killed, so they cannot remove their bundles themselves. */
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
