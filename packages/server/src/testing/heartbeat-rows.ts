import type { HeartbeatOptions } from '@upvigil/core/contract/heartbeats';
import type { Insertable } from 'kysely';
import { noRuns } from '../base/domain/heartbeat-runs.ts';
import { hashOfKey } from '../checks/heartbeats/heartbeat-store.ts';
import type { Database } from '../storage/database.ts';
import type { MonitorTable } from '../storage/tables/monitor-tables.ts';
import { makeMonitor } from './rows.ts';

const hourly: HeartbeatOptions = {
  period: 3600,
  cron: null,
  time_zone: 'UTC',
  grace: 300,
  max_runtime: null,
  slow_runtime: null,
  post_only: false,
};

/** A heartbeat without a ping; its key is stored as a hash only. Returns its id. */
export async function makeHeartbeat(
  db: Database,
  key: string,
  {
    options,
    ...given
  }: Omit<Partial<Insertable<MonitorTable>>, 'options'> & { options?: Partial<HeartbeatOptions> } = {},
): Promise<number> {
  const { id } = await makeMonitor(db, {
    kind: 'HEARTBEAT',
    name: key,
    target: '',
    port: null,
    failure_threshold: 1,
    ...given,
    options: JSON.stringify({ ...hourly, ...options }),
  });
  await db
    .insertInto('heartbeats')
    .values({
      monitor_id: id,
      key_hash: hashOfKey(key),
      last_n: 0,
      run_state: JSON.stringify(noRuns),
      deadline_at: null,
    })
    .execute();
  return id;
}
