import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts the thread of the file `name` beside the one that asks, whose `import.meta.url` is `beside`: the built file in
 * production; the source, through tsx, where that file is itself run as source, because Node 20 reads no TypeScript and a
 * worker takes over no loader.
 */
export function startThread(beside: string, name: string, options: WorkerOptions): Worker {
  if (!beside.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, beside), options);
  const require = createRequire(beside);
  const tsx = new URL('dist/esm/api/index.mjs', pathToFileURL(require.resolve('tsx/package.json')));
  const source = new URL(`./${name}.ts`, beside);
  const code = `import('${tsx}').then(({ register }) => { register(); return import('${source}'); })`;
  return new Worker(code, { ...options, eval: true, execArgv: ['--conditions=source'] });
}
