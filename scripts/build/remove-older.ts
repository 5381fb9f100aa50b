import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** Removes the files of earlier builds from a folder. Runs last, so that a running program never misses a file. */
export async function removeOlder(folder: string, { outputs }: Metafile): Promise<void> {
  const made = new Set(Object.keys(outputs).map((file) => path.basename(file)));
  for (const name of await readdir(folder)) if (!made.has(name)) await rm(path.join(folder, name), { recursive: true });
}
