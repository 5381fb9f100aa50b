import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

const relayName = 'upvigil changes';

/** Under which name PostgreSQL knows the connection of a process that hears of changes: it says which data folder it has. */
export const connectionName = (folderId: string | null): string =>
  folderId === null ? relayName : `${relayName} ${folderId}`;

/**
 * The ids of the data folders of all processes that are connected to this PostgreSQL now, one for each process. Null for
 * one whose folder has none.
 */
export async function readProcessFolders(db: Database): Promise<(string | null)[]> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${relayName})
  `.execute(db);
  return rows.map(({ name }) => name.slice(relayName.length + 1) || null);
}
