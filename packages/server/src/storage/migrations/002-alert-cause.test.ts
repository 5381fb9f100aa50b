import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage } from '../../testing/test-storage.ts';
import { rowChunks } from '../row-chunks.ts';
import { causeInSentence, up } from './002-alert-cause.ts';

it.each([
  ['outage', 'Shop: https://shop.example.com/ is down: HTTP 503', 'HTTP 503'],
  [
    'outage',
    'Shop: db (a.example:1) is down: greeting was "x is down: HTTP 503"',
    'greeting was "x is down: HTTP 503"',
  ],
  ['outage', 'A is down: B: https://shop.example.com/ is down: HTTP 503', 'HTTP 503'],
  ['outage', 'A is down: B is down: https://b.example/ is down: the check failed', 'the check failed'],
  ['outage', 'Shop: https://shop.example.com/ is down: of no kind that we know', 'of no kind that we know'],
  ['slow', 'A is slow: B: https://shop.example.com/ is slow: 6.12s, limit 5.00s', '6.12s, limit 5.00s'],
  ['metadata', 'Shop: https://shop.example.com/ lacks its meta tag: og:title = Shop', 'og:title = Shop'],
])('finds the cause of an alert that was written without: %s, %s', (problem, message, cause) => {
  expect(causeInSentence({ alert_type: 'DOWN', problem, message })).toBe(cause);
});

it('finds none where there is none', () => {
  expect(
    causeInSentence({ alert_type: 'RECOVERED', problem: 'outage', message: 'A is down: B: x is up again' }),
  ).toBeNull();
  expect(causeInSentence({ alert_type: 'DOWN', problem: 'outage', message: 'somebody wrote this' })).toBeNull();
  expect(causeInSentence({ alert_type: 'DOWN', problem: 'of tomorrow', message: 'A is down: B' })).toBeNull();
  expect(causeInSentence({ alert_type: 'DOWN', problem: 'outage', message: 7 })).toBeNull();
});

it('looks no further in a sentence that repeats itself than a name can reach', () => {
  const message = `${' is down: '.repeat(10_000)}HTTP 503`;
  expect(causeInSentence({ alert_type: 'DOWN', problem: 'outage', message })).toBe(message.slice(' is down: '.length));
});

it('writes the cause of every alert that is there, however many, and none where there is none', async () => {
  const test = await openTestStorage();
  await test.db.schema.alterTable('alerts').dropColumn('cause').execute();
  const { id: monitor_id, website_id } = await makeMonitor(test.db);
  const common = { monitor_id, website_id, problem: 'outage', created_at: testNow } as const;
  const alerts = Array.from({ length: 2500 }, (_, at) =>
    at % 5 === 0
      ? { ...common, alert_type: 'RECOVERED' as const, message: 'Shop: x is up again after 7 minutes' }
      : { ...common, alert_type: 'DOWN' as const, message: `Shop: x is down: HTTP ${500 + (at % 5)}` },
  );
  for (const chunk of rowChunks(alerts)) await test.db.insertInto('alerts').values(chunk).execute();
  await test.storage.migration((transaction) => up(transaction as unknown as Kysely<unknown>));
  const causes = await test.db.selectFrom('alerts').select('cause').orderBy('id').execute();
  expect(causes).toEqual(alerts.map((_, at) => ({ cause: at % 5 === 0 ? null : `HTTP ${500 + (at % 5)}` })));
  await test.close();
});
