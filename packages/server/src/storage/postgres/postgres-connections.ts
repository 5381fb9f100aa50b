import pg from 'pg';
import { systemClock } from '../../base/clock.ts';
import { type PostgresTimes, postgresTimes } from './postgres-times.ts';
import { createSilenceWatch, type QuestionOptions, type SilenceWatch } from './silence-detector.ts';

/** Parses int8, and numeric (the type of sums of int8), as numbers. All stored values fit in 53 bits. */
function typeParsers(): pg.CustomTypesConfig {
  const { types } = pg;
  const numberTypes: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);
  return {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      numberTypes.has(oid) ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
  };
}

export interface PostgresOptions {
  url: string;
  poolSize: number;
  /** Called when an unused connection breaks (the server restarts, say). The pool replaces it. */
  onIdleError(error: Error): void;
  /** Override the default timeouts. */
  times?: Partial<PostgresTimes>;
}

export type PostgresConnections = ReturnType<typeof openPostgresConnections>;

/** All connections to one PostgreSQL server. Silent connections are ended. */
export function openPostgresConnections(options: PostgresOptions) {
  const times = { ...postgresTimes, ...options.times };
  const watch = createSilenceWatch(systemClock.monotonic, times);
  const broken = new WeakSet<pg.Client>();
  const Client = watchedClient(watch, times, (client) => broken.add(client));
  const shared = {
    connectionString: options.url,
    keepAlive: true,
    keepAliveInitialDelayMillis: times.keepAliveMilliseconds,
  };
  const pool = new pg.Pool({
    ...shared,
    Client,
    max: options.poolSize,
    connectionTimeoutMillis: times.connectMilliseconds,
    statement_timeout: times.statementMilliseconds,
    idle_in_transaction_session_timeout: times.idleInTransactionMilliseconds,
    application_name: 'upvigil',
    types: typeParsers(),
  });
  pool.on('error', options.onIdleError);
  let ending: Promise<void> | null = null;
  return {
    times,
    /** Takes a connection from the pool. The caller releases it. */
    async take(): Promise<pg.PoolClient> {
      for (;;) {
        const client = await pool.connect();
        if (!watch.isDistrusted(client)) return client;
        client.release(true);
      }
    },
    /** Opens a connection outside the pool, for permanent use. The caller ends it. */
    async open(applicationName: string): Promise<pg.Client> {
      const client = new Client({ ...shared, application_name: applicationName });
      await client.connect();
      return client;
    },
    /** Runs a statement. Ends the connection if no answer comes in time. */
    async ask(
      client: pg.Client,
      statement: string,
      values: unknown[],
      question: QuestionOptions,
    ): Promise<pg.QueryResult> {
      const answered = watch.ask(client, question);
      try {
        return await client.query(statement, values);
      } finally {
        answered();
      }
    },
    isBroken: (client: pg.Client): boolean => broken.has(client),
    /** Shortens all timeouts for a stop of the program. */
    hurry: watch.hurry,
    end(): Promise<void> {
      ending ??= pool.end();
      return ending;
    },
  };
}

/** The driver's client, watched for silence from the connect on. */
const watchedClient = (watch: SilenceWatch, times: PostgresTimes, onBroken: (client: pg.Client) => void) =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const connected = watch.ask(this, { milliseconds: times.connectMilliseconds });
      this.once('connect', connected);
      this.once('end', connected);
      // Without a listener, an error between two statements would end the process. The next statement fails anyway.
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
