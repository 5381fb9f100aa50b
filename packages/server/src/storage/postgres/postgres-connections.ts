import { createRequire } from 'node:module';
import type pg from 'pg';
import { systemClock } from '../../clock.ts';
import { type PostgresTimes, postgresTimes } from './postgres-times.ts';
import { createSilenceWatch, type QuestionOptions, type SilenceWatch } from './silence-detector.ts';

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
  /** Instead of the usual ones. */
  times?: Partial<PostgresTimes>;
}

/** Every connection with one PostgreSQL server; each is given up when it goes silent. */
export interface PostgresConnections {
  readonly times: PostgresTimes;
  /** A connection of the pool; whoever takes it releases it. */
  take(): Promise<pg.PoolClient>;
  /** A connection of its own, for whoever must keep it; whoever opens it ends it. */
  open(applicationName: string): Promise<pg.Client>;
  /** Asks on a connection from here, which is ended when no answer comes in time. */
  ask(client: pg.Client, statement: string, values: unknown[], options: QuestionOptions): Promise<pg.QueryResult>;
  /** Whether a connection from here has ended by itself. */
  isBroken(client: pg.Client): boolean;
  hurry(): void;
  /** Ends the pool. */
  end(): Promise<void>;
}

export function openPostgresConnections(options: PostgresOptions): PostgresConnections {
  const times = { ...postgresTimes, ...options.times };
  const driver = loadDriver();
  const watch = createSilenceWatch(systemClock.monotonic, times);
  const broken = new WeakSet<pg.Client>();
  const Client = watchedClient(driver, watch, times, (client) => broken.add(client));
  const shared = {
    connectionString: options.url,
    keepAlive: true,
    keepAliveInitialDelayMillis: times.keepAliveMilliseconds,
  };
  const pool = new driver.Pool({
    ...shared,
    Client,
    max: options.poolSize,
    connectionTimeoutMillis: times.connectMilliseconds,
    statement_timeout: times.statementMilliseconds,
    idle_in_transaction_session_timeout: times.idleInTransactionMilliseconds,
    application_name: 'upvigil',
    types: typeParsers(driver),
  });
  pool.on('error', options.onIdleError);
  let ending: Promise<void> | null = null;
  return {
    times,
    async take() {
      for (;;) {
        const client = await pool.connect();
        if (!watch.isDistrusted(client)) return client;
        client.release(true);
      }
    },
    async open(applicationName) {
      const client = new Client({ ...shared, application_name: applicationName });
      await client.connect();
      return client;
    },
    async ask(client, statement, values, question) {
      const answered = watch.ask(client, question);
      try {
        return await client.query(statement, values);
      } finally {
        answered();
      }
    },
    isBroken: (client) => broken.has(client),
    hurry: watch.hurry,
    end() {
      ending ??= pool.end();
      return ending;
    },
  };
}

/** The driver's client, watched from its first byte to its last. */
const watchedClient = (
  driver: typeof pg,
  watch: SilenceWatch,
  times: PostgresTimes,
  onBroken: (client: pg.Client) => void,
) =>
  class extends driver.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const connected = watch.ask(this, { milliseconds: times.connectMilliseconds });
      this.once('connect', connected);
      this.once('end', connected);
      // One that breaks between two statements of a transaction tells it by refusing the next; unheard, it would end us.
      this.on('error', () => onBroken(this));
    }

    override end(): Promise<void>;
    override end(done: (error: Error) => void): void;
    override end(done?: (error: Error) => void): Promise<void> | void {
      const giveUp = setTimeout(() => this.connection.stream.destroy(), times.goodbyeMilliseconds).unref();
      this.once('end', () => clearTimeout(giveUp));
      return done ? super.end(done) : super.end();
    }
  };
