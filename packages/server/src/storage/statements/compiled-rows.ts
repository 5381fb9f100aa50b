import { type Compilable, CompiledQuery, type DialectAdapter, type QueryResult } from 'kysely';
import type { Database } from '../database.ts';

/**
 * A statement over a number of rows that is compiled once for each such number and dialect, and then run with other
 * values: to compile one for 16 rows takes longer than SQLite takes to run it. `build` must use all values of a row as
 * parameters, in the order in which `valuesOf` lists them, row by row. Give it chunks of `rowChunks`, whose sizes are few.
 */
export function compiledForRows<Row, Answer>(
  valuesOf: (row: Row) => readonly unknown[],
  build: (db: Database, rows: readonly Row[]) => Compilable<Answer>,
): (db: Database, rows: readonly Row[]) => Promise<QueryResult<Answer>> {
  const compiled = new WeakMap<DialectAdapter, Map<number, CompiledQuery<Answer>>>();
  return (db, rows) => {
    const { adapter } = db.getExecutor();
    const bySize = compiled.get(adapter) ?? new Map<number, CompiledQuery<Answer>>();
    compiled.set(adapter, bySize);
    const parameters = rows.flatMap(valuesOf);
    const known = bySize.get(rows.length) ?? compile(build(db, rows), parameters);
    bySize.set(rows.length, known);
    return db.executeQuery({ ...known, parameters });
  };
}

/** @throws Error when the statement has its parameters in another order than the values */
function compile<Answer>(query: Compilable<Answer>, values: readonly unknown[]): CompiledQuery<Answer> {
  const compiled = query.compile();
  const { parameters } = compiled;
  if (parameters.length !== values.length || parameters.some((value, place) => value !== values[place])) {
    throw new Error(`These values are not the parameters of: ${compiled.sql}`);
  }
  // Made of the text alone: what was compiled holds the values of these rows.
  return CompiledQuery.raw(compiled.sql) as CompiledQuery<Answer>;
}
