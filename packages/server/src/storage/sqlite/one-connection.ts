import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';

/** How long statements may follow each other, milliseconds. */
const sliceMilliseconds = 10;
const tickMilliseconds = 1000;
/** As PostgreSQL's limit in postgres-times.ts. Ticks and not time, because a process that was stopped has not waited. */
const mostSilentTicks = 5;

/**
 * A dialect whose users take turns on the one connection that SQLite has.
 * - It lets the event loop go on between statements. SQLite answers at once, so that without a pause the promises of all requests that
 *   are under way go on before anything that came in meanwhile is read.
 * - A transaction that sends nothing for 5 s while others wait is rolled back. Otherwise one that waits for a statement outside of it
 *   would hold up everything, itself too, until the process ends.
 */
export const onOneConnection = (dialect: Dialect): Dialect => ({
  createDriver: () => shareConnection(dialect.createDriver()),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});

function shareConnection(driver: Driver): Driver {
  const pauseWhenLong = createPauses();
  const waiting: ((turn: Turn) => void)[] = [];
  let connection: DatabaseConnection;
  let current: Turn | null = null;
  let ticking: NodeJS.Timeout | null = null;

  const passOn = (): void => {
    const next = waiting.shift();
    current = next ? new Turn(connection) : null;
    if (current) next?.(current);
    if (waiting.length > 0 || ticking === null) return;
    clearInterval(ticking);
    ticking = null;
  };
  const endSilent = async (): Promise<void> => {
    if (!current?.countSilentTick()) return;
    current.isEnded = true;
    // If it fails, the next statement says why.
    await driver.rollbackTransaction(connection).catch(() => undefined);
    passOn();
  };
  const wait = (): Promise<Turn> => {
    ticking ??= setInterval(endSilent, tickMilliseconds).unref();
    return new Promise((resolve) => waiting.push(resolve));
  };
  // Each method gets the turn that it gave out.
  const turnOf = (given: DatabaseConnection): Turn => given as Turn;
  return {
    async init() {
      await driver.init();
      connection = await driver.acquireConnection();
    },
    async acquireConnection() {
      const isFree = current === null;
      if (isFree) current = new Turn(connection);
      const turn = isFree && current ? current : await wait();
      // While it is held, so that the next statement waits for the pause too.
      await pauseWhenLong();
      return turn;
    },
    async beginTransaction(turn, settings) {
      await driver.beginTransaction(turn, settings);
      turnOf(turn).isInTransaction = true;
    },
    commitTransaction: (turn) => driver.commitTransaction(turn),
    async rollbackTransaction(turn) {
      if (!turnOf(turn).isEnded) await driver.rollbackTransaction(turn);
    },
    async releaseConnection(turn) {
      if (turn === current) passOn();
    },
    destroy: () => driver.destroy(),
  };
}

/** The connection, for as long as somebody has it. */
class Turn implements DatabaseConnection {
  isInTransaction = false;
  /** Others have the connection: the transaction was rolled back. */
  isEnded = false;
  readonly #connection: DatabaseConnection;
  #silentTicks = 0;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  /** True when the transaction was silent for too long. */
  countSilentTick(): boolean {
    this.#silentTicks += 1;
    return this.isInTransaction && this.#silentTicks > mostSilentTicks;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#speak();
    return this.#connection.executeQuery<Row>(query);
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    this.#speak();
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }

  #speak(): void {
    if (this.isEnded) {
      throw new Error(
        'The transaction was rolled back: it sent no statement for 5 s while others waited. Every statement of a transaction must go through it.',
      );
    }
    this.#silentTicks = 0;
  }
}

/** Pauses where statements have followed each other for long. */
function createPauses(): () => Promise<void> {
  let began: number | null = null;
  return async () => {
    if (began === null) {
      began = performance.now();
      setImmediate(() => {
        began = null;
      });
    } else if (performance.now() - began > sliceMilliseconds) {
      await new Promise(setImmediate);
    }
  };
}
