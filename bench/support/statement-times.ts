import { DatabaseSync } from '@photostructure/sqlite';

/** The longest that a statement of SQLite kept this thread busy since it was last asked. */
export interface StatementTimes {
  /** Milliseconds, and the beginning of the statement. Begins anew. */
  longest(): { ms: number; sql: string };
}

type Prepared = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;

/** Measures every statement that is prepared from now on, in any database of this thread. */
export function watchStatements(): StatementTimes {
  let longest = { ms: 0, sql: '' };
  const prepare = DatabaseSync.prototype.prepare;
  DatabaseSync.prototype.prepare = function measured(this: InstanceType<typeof DatabaseSync>, sql, ...rest) {
    const statement = prepare.call(this, sql, ...rest);
    const timed = <Name extends 'run' | 'all'>(name: Name): Prepared[Name] => {
      const run = statement[name].bind(statement) as (...values: unknown[]) => unknown;
      return ((...values: unknown[]) => {
        const started = performance.now();
        try {
          return run(...values);
        } finally {
          const ms = performance.now() - started;
          if (ms > longest.ms) longest = { ms, sql: sql.replaceAll(/\s+/g, ' ').slice(0, 60) };
        }
      }) as Prepared[Name];
    };
    statement.run = timed('run');
    statement.all = timed('all');
    return statement;
  };
  return {
    longest() {
      const before = longest;
      longest = { ms: 0, sql: '' };
      return before;
    },
  };
}
