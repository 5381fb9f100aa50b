import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sqliteDialect } from './sqlite-dialect.ts';

let db: Kysely<{ rows: { name: string } }>;
beforeEach(async () => {
  db = new Kysely({ dialect: sqliteDialect(new DatabaseSync(':memory:')) });
  await sql`create table rows (name text)`.execute(db);
});
afterEach(async () => {
  vi.useRealTimers();
  await db.destroy();
});

const insert = (into: typeof db, name: string) => into.insertInto('rows').values({ name }).execute();
const names = async () => (await db.selectFrom('rows').select('name').execute()).map(({ name }) => name);
const passSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it('reads input between the statements of many concurrent users', async () => {
  const slow = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000) select sum(i) from n`;
  let slices = 0;
  let isOver = false;
  const count = (): void => {
    slices += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const readers = Array.from({ length: 10 }, async () => {
    for (let at = 0; at < 10; at += 1) await slow.execute(db);
  });
  await Promise.all(readers);
  isOver = true;
  // A hundred statements of some milliseconds each. Without pauses they would run in a single time slice.
  expect(slices).toBeGreaterThan(5);
});

describe('a transaction', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

  it('that waits for a statement outside of it is rolled back, and the others continue', async () => {
    const stuck = db.transaction().execute(async (trx) => {
      await insert(trx, 'inside');
      await insert(db, 'outside');
      await insert(trx, 'afterwards');
    });
    const refused = expect(stuck).rejects.toThrow('it sent no statement for 5 s while others waited');
    const later = insert(db, 'later');
    await passSeconds(7);
    await refused;
    await later;
    expect((await names()).sort()).toEqual(['later', 'outside']);
  });

  it('in another one is refused', async () => {
    const nested = db.transaction().execute((trx) => trx.transaction().execute((inner) => insert(inner, 'nested')));
    await expect(nested).rejects.toThrow('not supported');
    expect(await names()).toEqual([]);
  });

  it('that sends a statement now and then may take as long as it likes', async () => {
    let goOn = (): void => undefined;
    const long = db.transaction().execute(async (trx) => {
      for (const name of ['one', 'two', 'three']) {
        await insert(trx, name);
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      }
    });
    const waiting = insert(db, 'later');
    for (let step = 0; step < 3; step += 1) {
      await passSeconds(4);
      goOn();
    }
    await Promise.all([long, waiting]);
    expect(await names()).toEqual(['one', 'two', 'three', 'later']);
  });

  it('may be silent while no other user waits', async () => {
    let goOn = (): void => undefined;
    const long = db.transaction().execute(async (trx) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await insert(trx, 'late');
    });
    await passSeconds(60);
    goOn();
    await long;
    expect(await names()).toEqual(['late']);
  });
});
