import { rmSync } from 'node:fs';
import { newDataDir, spawnProduct } from '../e2e/support/product.ts';
import { openSqliteStorage } from '../packages/server/src/storage/database.ts';
import { migrate } from '../packages/server/src/storage/migrate.ts';

const runs = 5;

/** An installation whose monitors are not due for an hour, so that the start alone is measured. */
async function seed(dataDir: string, monitors: number): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  await migrate(storage);
  const { id: website_id } = await storage.db
    .insertInto('websites')
    .values({ name: 'Bench', description: null, created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = (at: number) => ({
    ...{ website_id, kind: 'URL' as const, name: null, target: `http://127.0.0.1:9/?id=${at}`, port: null },
    ...{ description: null, metadata_tag: null, metadata_value: null, expected_response: null },
    ...{ packet_loss_threshold: null, check_mode: 'http' as const, timeout_seconds: 8, failure_threshold: 2 },
    ...{ check_interval_seconds: 3600, response_time_threshold_seconds: 60, enabled: 1 as const },
    ...{ created_at: Date.now(), next_due_at: Date.now() + 3_600_000 },
  });
  for (let at = 0; at < monitors; at += 500) {
    const count = Math.min(500, monitors - at);
    await storage.db
      .insertInto('monitors')
      .values(Array.from({ length: count }, (_, index) => row(at + index)))
      .execute();
  }
  await storage.close();
}

async function firstAnswer(dataDir: string): Promise<number> {
  const began = performance.now();
  const product = await spawnProduct({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for bench' });
  await fetch(`${product.baseUrl}/status`);
  const took = performance.now() - began;
  await product.end('SIGTERM');
  return took;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

for (const monitors of [0, 10_000]) {
  const dataDir = newDataDir();
  await seed(dataDir, monitors);
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await firstAnswer(dataDir));
  rmSync(dataDir, { recursive: true, force: true });
  console.log(`process start to first answer, ${monitors} monitors: median ${median(times).toFixed(0)} ms of ${runs}`);
}
