import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { z } from 'zod';

const run = promisify(execFile);
const answerSchema = z.object({ damage: z.string().nullable() });

/** Runs at low priority. An SQLite error about the file counts as damage too. */
const code = `
  const { setPriority } = require('node:os');
  const [driver, file] = process.argv.slice(1);
  try { setPriority(19); } catch {}
  const { DatabaseSync } = require(driver);
  let damage = null;
  try {
    const rows = new DatabaseSync(file, { readOnly: true, timeout: 2000 }).prepare('pragma quick_check(1)').all();
    if (rows[0].quick_check !== 'ok') damage = rows[0].quick_check;
  } catch (error) {
    if (error.errcode !== 11 && error.errcode !== 26) throw error;
    damage = error.message;
  }
  process.stdout.write(JSON.stringify({ damage }));
`;

/**
 * Checks the structure of an SQLite file that others may use meanwhile. Returns the damage, or null. Reads the whole
 * file at about 200 MiB a second, so it runs in a child process, which the signal ends.
 */
export async function quickCheck(file: string, signal: AbortSignal): Promise<string | null> {
  const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const { stdout } = await run(process.execPath, ['-e', code, driver, file], {
    signal,
    env: {},
    killSignal: 'SIGKILL',
  });
  const { damage } = answerSchema.parse(JSON.parse(stdout));
  return damage === null ? null : stripControls(damage);
}
