import type { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage } from '../../testing/test-storage.ts';
import { rowChunks } from '../row-chunks.ts';
import { fillAlertCauses } from './fill-alert-causes.ts';

it('writes the cause of every alert that is there, however many, and none where there is none', async () => {
  const test = await openTestStorage();
  onTestFinished(() => test.close());
  const { id: monitor_id, website_id } = await makeMonitor(test.db);
  const common = { monitor_id, website_id, problem: 'outage', created_at: testNow } as const;
  const alerts = Array.from({ length: 2500 }, (_, at) =>
    at % 5 === 0
      ? { ...common, alert_type: 'RECOVERED' as const, message: 'Shop: x is up again after 7 minutes' }
      : { ...common, alert_type: 'DOWN' as const, message: `Shop: x is down: HTTP ${500 + (at % 5)}` },
  );
  for (const chunk of rowChunks(alerts)) await test.db.insertInto('alerts').values(chunk).execute();
  await test.storage.migration((transaction) => fillAlertCauses(transaction as unknown as Kysely<unknown>));
  const causes = await test.db.selectFrom('alerts').select('cause').orderBy('id').execute();
  expect(causes).toEqual(alerts.map((_, at) => ({ cause: at % 5 === 0 ? null : `HTTP ${500 + (at % 5)}` })));
});
