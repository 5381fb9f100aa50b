import { type Dialect, type Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import { DatabaseAwayError } from '../database-away.ts';
import type { Tables } from '../tables.ts';
import type { PostgresConnections } from './postgres-connections.ts';
import type { QuestionOptions } from './silence-detector.ts';

/** Allows a transaction to be idle for this time between statements, for work that waits for a file. */
export async function allowPauses(transaction: Kysely<Tables>, milliseconds: number): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(milliseconds)}`.execute(transaction);
}

/**
 * Kysely's dialect on the pool, with an answer timeout for each statement. Removes NUL characters from text: PostgreSQL
 * refuses them, and SQLite would truncate at them.
 */
export function postgresDialect(connections: PostgresConnections, options: QuestionOptions): Dialect {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return new PostgresDialect({
    pool: {
      async connect() {
        const client = await connections.take().catch((cause: unknown) => {
          throw new DatabaseAwayError(cause instanceof Error ? cause.message : String(cause), { cause });
        });
        // Must be the same object for each connection, because the dialect identifies connections by it.
        const known = wrapped.get(client) ?? wrap(connections, client, options);
        wrapped.set(client, known);
        return known;
      },
      end: () => connections.end(),
    },
  });
}

const clearText = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;

const nothing = { command: 'ROLLBACK', rowCount: 0, rows: [] };

function wrap(connections: PostgresConnections, client: pg.PoolClient, options: QuestionOptions): PostgresPoolClient {
  const query = async (statement: string, parameters: readonly unknown[]) => {
    // The server has already rolled back. An error here would hide the one that broke the connection.
    if (statement === 'rollback' && connections.isBroken(client)) return nothing;
    return connections.ask(client, statement, parameters.map(clearText), options);
  };
  // The type also declares cursor queries, which are not used here.
  return { query, release: () => client.release() } as unknown as PostgresPoolClient;
}
