import { stat } from 'node:fs/promises';
import { formatBytes } from '@upvigil/core/format/bytes';
import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { type Diagnostic, type DiagnosticTools, type Finding, fail, ok, skipped, withStorage } from '../diagnostic.ts';
import { diagnosticThresholds } from '../thresholds.ts';
import { quickCheck } from './quick-check.ts';

const remedy = 'Stop the server, move the file away, start again, and restore the newest good backup';

/** The integrity of the SQLite file; for PostgreSQL whether it answers. */
export const database = {
  id: 'database',
  title: 'Database',
  async run(tools, { signal, isDeep }) {
    const { storage } = tools;
    // A file too damaged to be opened can still be examined.
    if (storage.file === null) return withStorage(tools, ({ db }) => askPostgres(tools, db));
    const { size } = await stat(storage.file);
    if (size > diagnosticThresholds.quickCheckBytes && !isDeep)
      return skipped(`Too large to be read in full: ${formatBytes(size)}`, 'upvigil doctor --deep reads it in full');
    const damage = await quickCheck(storage.file, signal);
    if (damage !== null) return fail(`Damaged: ${damage}`, remedy);
    return ok(`Intact, ${formatBytes(size)}`);
  },
} as const satisfies Diagnostic;

async function askPostgres({ clock }: DiagnosticTools, db: Database): Promise<Finding> {
  const started = clock.monotonic();
  try {
    await sql`select 1`.execute(db);
    return ok(`PostgreSQL answers in ${Math.round(clock.monotonic() - started)} ms`);
  } catch {
    return fail('PostgreSQL does not answer', 'Check DATABASE_URL, and whether PostgreSQL runs');
  }
}
