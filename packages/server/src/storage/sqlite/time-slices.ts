import type { Dialect, Driver } from 'kysely';

/** How long statements may follow each other, milliseconds. */
const sliceMilliseconds = 10;

/**
 * A dialect that lets the event loop go on between statements. SQLite answers at once, so that without a pause the
 * promises of all requests that are under way go on before anything that came in meanwhile is read.
 */
export const inTimeSlices = (dialect: Dialect): Dialect => ({
  createDriver: () => withPauses(dialect.createDriver()),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});

function withPauses(driver: Driver): Driver {
  let began: number | null = null;
  const pauseWhenLong = async (): Promise<void> => {
    if (began === null) {
      began = performance.now();
      setImmediate(() => {
        began = null;
      });
    } else if (performance.now() - began > sliceMilliseconds) {
      await new Promise(setImmediate);
    }
  };
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const connection = await driver.acquireConnection();
      // While it is held, so that the next statement waits for the pause too.
      await pauseWhenLong();
      return connection;
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  };
}
