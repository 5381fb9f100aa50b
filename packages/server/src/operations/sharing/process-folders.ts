import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

const relayName = 'upvigil changes';

/** The PostgreSQL application name of a process that listens to changes; it carries the id of its data folder. */
export const connectionName = (folderId: string | null): string =>
  folderId === null ? relayName : `${relayName} ${folderId}`;

/**
 * The data folder ids of all processes connected to this PostgreSQL, one for each process. Null for a folder without
 * an id.
 */
export async function readProcessFolders(db: Database): Promise<(string | null)[]> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${relayName})
  `.execute(db);
  return rows.map(({ name }) => name.slice(relayName.length + 1) || null);
}
