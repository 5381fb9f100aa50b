import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';

/** How long statements may follow each other, milliseconds. */
const sliceMilliseconds = 10;
const tickMilliseconds = 1000;
/** As PostgreSQL's limit in postgres-times.ts. Ticks and not time, because a process that was stopped has not waited. */
const mostSilentTicks = 5;

/**
 * A dialect that shares the one connection of SQLite among its users.
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
  const waiting: ((checkout: Checkout) => void)[] = [];
  let connection: DatabaseConnection;
  let current: Checkout | null = null;
  let ticking: NodeJS.Timeout | null = null;

  const passOn = (): void => {
    const next = waiting.shift();
    current = next ? new Checkout(connection) : null;
    if (current) next?.(current);
    if (waiting.length > 0 || ticking === null) return;
    clearInterval(ticking);
    ticking = null;
  };
  const endSilent = async (): Promise<void> => {
    const silent = current;
    if (!silent?.countSilentTick()) return;
    silent.isEnded = true;
    // If it fails, the next statement says why.
    await driver.rollbackTransaction(connection).catch(() => undefined);
    // Unless it woke up meanwhile and gave the connection back itself.
    if (current === silent) passOn();
  };
  const wait = (): Promise<Checkout> => {
    ticking ??= setInterval(endSilent, tickMilliseconds).unref();
    return new Promise((resolve) => waiting.push(resolve));
  };
  // Each method receives a checkout that `acquireConnection` returned.
  const checkoutOf = (given: DatabaseConnection): Checkout => given as Checkout;
  return {
    async init() {
      await driver.init();
      connection = await driver.acquireConnection();
    },
    async acquireConnection() {
      const isFree = current === null;
      if (isFree) current = new Checkout(connection);
      const checkout = isFree && current ? current : await wait();
      // While it is held, so that the next statement waits for the pause too.
      await pauseWhenLong();
      return checkout;
    },
    async beginTransaction(checkout, settings) {
      await driver.beginTransaction(checkout, settings);
      checkoutOf(checkout).isInTransaction = true;
    },
    commitTransaction: (checkout) => driver.commitTransaction(checkout),
    async rollbackTransaction(checkout) {
      if (!checkoutOf(checkout).isEnded) await driver.rollbackTransaction(checkout);
    },
    async releaseConnection(checkout) {
      if (checkout === current) passOn();
    },
    destroy: () => driver.destroy(),
  };
}

/** The connection, for as long as somebody has it. */
class Checkout implements DatabaseConnection {
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
