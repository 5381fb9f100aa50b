import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';

/** Maximum time of consecutive statements without a pause, in milliseconds. */
const sliceMilliseconds = 10;
const tickMilliseconds = 1000;
/** The limit of postgres-times.ts. Counted in ticks rather than time, because time during a stall does not count. */
const mostSilentTicks = 5;

/**
 * A dialect that shares SQLite's only connection among its users.
 * - It yields to the event loop between statements. SQLite answers synchronously, so otherwise the promises of all
 * requests in progress would continue before any new input is read.
 * - It rolls back a transaction that sends nothing for 5 s while others wait. Otherwise a transaction that waits for a
 * statement outside of it would block everything, including itself, until the process ends.
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
    // If it fails, the next statement reports the reason.
    await driver.rollbackTransaction(connection).catch(() => undefined);
    // Unless the transaction has resumed meanwhile and returned the connection.
    if (current === silent) passOn();
  };
  const wait = (): Promise<Checkout> => {
    ticking ??= setInterval(endSilent, tickMilliseconds).unref();
    return new Promise((resolve) => waiting.push(resolve));
  };
  // `acquireConnection` returns only checkouts, so each method receives one.
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
      // While the connection is held, so that the next statement waits for the pause too.
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

/** The connection while one user holds it. */
class Checkout implements DatabaseConnection {
  isInTransaction = false;
  /** The transaction was rolled back, and the connection passed on. */
  isEnded = false;
  readonly #connection: DatabaseConnection;
  #silentTicks = 0;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  /** True if the transaction has been silent for too long. */
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

/** Pauses when statements have run back to back for too long. */
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
