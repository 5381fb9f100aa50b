import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';

/** What is done in the transaction in which a piece of work first changes something, just before its commit. */
export interface CommitWork {
  /** Whether it was done. */
  isDone: boolean;
  /** `run` asks within that transaction. `insertedId`: of the first row that was inserted; null for none. */
  beforeCommit(run: RunQuery, insertedId: number | null): Promise<void>;
}
export type RunQuery = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>;

const current = new AsyncLocalStorage<CommitWork | null>();

/** Does `work`, and with the first change of it what `commitWork` says, in one transaction: both are stored or neither. */
export const withCommitWork = <Answer>(commitWork: CommitWork, work: () => Promise<Answer>): Promise<Answer> =>
  current.run(commitWork, work);

/** Does what is none of the changes that `withCommitWork` waits for, such as counting tries. */
export const apartFromCommitWork = <Answer>(work: () => Promise<Answer>): Promise<Answer> => current.run(null, work);

/** Nothing that follows is the change that `withCommitWork` waits for: what was asked for is not done yet. */
export function forgoCommitWork(): void {
  const work = current.getStore();
  if (work) work.isDone = true;
}

/** A dialect whose transactions do what is to be done before their commit. A lone statement becomes a transaction for it. */
export const withBeforeCommit = (dialect: Dialect): Dialect => ({
  createDriver: () => driverWithHook(dialect.createDriver()),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
});

function driverWithHook(driver: Driver): Driver {
  const hooked = new WeakMap<DatabaseConnection, HookedConnection>();
  // Each method gets the connection that it gave out.
  const known = (connection: DatabaseConnection): HookedConnection => connection as HookedConnection;
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const inner = await driver.acquireConnection();
      const connection = hooked.get(inner) ?? new HookedConnection(inner, driver);
      hooked.set(inner, connection);
      return connection;
    },
    beginTransaction: (connection, settings) => known(connection).begin(settings),
    commitTransaction: (connection) => known(connection).commit(),
    rollbackTransaction: (connection) => known(connection).rollback(),
    releaseConnection: (connection) => driver.releaseConnection(known(connection).inner),
    destroy: () => driver.destroy(),
  };
}

const changing = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);
type BeginSettings = Parameters<Driver['beginTransaction']>[1];

/** Notices what a transaction changes, and does before its commit what is to be done. */
class HookedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #driver: Driver;
  /** Null outside of a transaction. */
  #seen: { changed: boolean; insertedId: number | null } | null = null;

  constructor(inner: DatabaseConnection, driver: Driver) {
    this.inner = inner;
    this.#driver = driver;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const work = current.getStore();
    if (!work || work.isDone || !changing.has(query.query.kind)) return this.inner.executeQuery<Row>(query);
    return this.#seen === null ? this.#alone(query) : this.#change(query);
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize);
  }

  // These statements go through this connection, so that who listens to statements hears of them.
  async begin(settings: BeginSettings): Promise<void> {
    await this.#driver.beginTransaction(this, settings);
    this.#seen = { changed: false, insertedId: null };
  }

  async commit(): Promise<void> {
    const seen = this.#seen;
    const work = current.getStore();
    if (!work || work.isDone || !seen?.changed) {
      this.#seen = null;
      return this.#driver.commitTransaction(this);
    }
    work.isDone = true;
    try {
      // Through this connection too: a full disk is noticed by the statements that fail. `as never`: each query knows its own rows.
      await work.beforeCommit(async (query) => (await this.executeQuery(query)).rows as never, seen.insertedId);
      await this.#driver.commitTransaction(this);
      this.#seen = null;
    } catch (error) {
      work.isDone = false;
      throw error;
    }
  }

  async rollback(): Promise<void> {
    this.#seen = null;
    await this.#driver.rollbackTransaction(this);
  }

  async #change<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.inner.executeQuery<Row>(query);
    if (this.#seen && ((result.numAffectedRows ?? 0n) > 0n || result.rows.length > 0)) {
      this.#seen.changed = true;
      if (query.query.kind === 'InsertQueryNode') this.#seen.insertedId ??= idOf(result);
    }
    return result;
  }

  async #alone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.begin({});
    try {
      const result = await this.#change<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }
}

function idOf({ rows: [row] }: QueryResult<unknown>): number | null {
  const id = (row as { id?: unknown } | undefined)?.id;
  return typeof id === 'number' ? id : null;
}
