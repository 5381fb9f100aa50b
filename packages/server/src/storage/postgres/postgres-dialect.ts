import { createRequire } from 'node:module';
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** A statement that runs longer is ended by the server: it would hold up everything behind it. */
const statementTimeoutMilliseconds = 30_000;
const connectTimeoutMilliseconds = 5_000;

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
    application_name: 'upvigil',
    types: typeParsers(driver),
  });
  pool.on('error', onIdleError);
  return pool;
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
