import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts the probe thread: from the built file in production; from the source, through tsx, where this file is itself
 * run as source, because Node 20 reads no TypeScript and a worker takes over no loader.
 */
export function startProbeThread(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./probe-thread.js', import.meta.url), options);
  const require = createRequire(import.meta.url);
  const tsx = new URL('dist/esm/api/index.mjs', pathToFileURL(require.resolve('tsx/package.json')));
  const source = new URL('./probe-thread.ts', import.meta.url);
  const code = `import('${tsx}').then(({ register }) => { register(); return import('${source}'); })`;
  return new Worker(code, { ...options, eval: true, execArgv: ['--conditions=source'] });
}
