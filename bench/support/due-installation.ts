import { openSqliteStorage } from '../../packages/server/src/storage/database.ts';
import { migrate } from '../../packages/server/src/storage/migrate.ts';
import { makeMonitor, makeWebsite } from '../../packages/server/src/testing/rows.ts';

/** How many monitors an installation has, and how often they are checked. */
export interface DueInstallation {
  websites: number;
  monitorsEach: number;
  intervalSeconds: number;
  /** Of the target; monitor N asks for `/?id=N`. */
  url: string;
}

/** Fills an empty data folder with monitors that are due as soon as they are watched. */
export async function seedDue(dataDir: string, { websites, monitorsEach, ...given }: DueInstallation): Promise<void> {
  const storage = openSqliteStorage(dataDir);
  await migrate(storage);
  const created_at = Date.now();
  await storage.db.transaction().execute(async (trx) => {
    for (let website = 0; website < websites; website++) {
      const { id: website_id } = await makeWebsite(trx, { name: `Website ${website + 1}`, created_at });
      for (let place = 1; place <= monitorsEach; place++) {
        const target = `${given.url}/?id=${website * monitorsEach + place}`;
        await makeMonitor(trx, { website_id, target, check_interval_seconds: given.intervalSeconds, created_at });
      }
    }
  });
  await storage.close();
}
