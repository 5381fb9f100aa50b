import { createRequire } from 'node:module';
import { type Dialect, type Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../tables.ts';

/** A statement that runs longer is ended by the server: it would hold up everything behind it. */
const statementTimeoutMilliseconds = 30_000;
const connectTimeoutMilliseconds = 5_000;
/**
 * A process that was stopped in the middle of a transaction, or whose machine is gone, would keep its rows locked, and
 * no other worker could take those monitors. Well below the lease of a worker.
 */
const idleInTransactionMilliseconds = 5_000;

/** Loaded when PostgreSQL is used: the start on SQLite does not wait for a driver that it does not need. */
const loadDriver = (): typeof pg => createRequire(import.meta.url)('pg') as typeof pg;

/** int8 and numeric (what sums of int8 are) as numbers. All that we store fits in 53 bits. */
function typeParsers({ types }: typeof pg): pg.CustomTypesConfig {
  const numberTypes: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);
  return {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      numberTypes.has(oid) ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
  };
}

export interface PostgresOptions {
  url: string;
  /** Connections at most. */
  poolSize: number;
  /** A connection broke while nobody used it, as when the server restarts. The pool replaces it. */
  onIdleError(error: Error): void;
}

/** A connection pool whose numbers come as numbers. */
export function openPostgresPool({ url, poolSize, onIdleError }: PostgresOptions): pg.Pool {
  const driver = loadDriver();
  const pool = new driver.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    statement_timeout: statementTimeoutMilliseconds,
    idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
    application_name: 'upvigil',
    types: typeParsers(driver),
  });
  pool.on('error', onIdleError);
  // One that breaks between two statements of a transaction tells it by refusing the next; unheard, it would end us.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Lets a transaction that also waits for something else, as for a file, pause between its statements. */
export async function allowPauses(transaction: Kysely<Tables>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
}

/** Kysely's dialect on the pool. Text loses its NULs, which PostgreSQL refuses and SQLite would cut at. */
export function postgresDialect(pool: pg.Pool): Dialect {
  return new PostgresDialect({
    pool: { connect: async () => withoutNuls(await pool.connect()), end: () => pool.end() },
  });
}

const clearText = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;

const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();

/** The same object for the same connection: the dialect keeps what it knows of a connection by it. */
function withoutNuls(client: pg.PoolClient): PostgresPoolClient {
  const known = wrapped.get(client);
  if (known) return known;
  const query = (statement: string, parameters: readonly unknown[]) =>
    client.query(statement, parameters.map(clearText));
  // Cursors, the other form of query, are not used here.
  const safe = { query, release: () => client.release() } as unknown as PostgresPoolClient;
  wrapped.set(client, safe);
  return safe;
}
