import fc from 'fast-check';
import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import type { DatabaseTransaction } from '../../storage/database.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { channelRules } from '../../testing/channel-rules.ts';
import { startRecording, type TestRecording } from '../../testing/recording.ts';
import { finishedCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { failedCheck } from '../../testing/sinks/notification-lab.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createRaiseAlerts } from './raise-alerts.ts';

let test: TestStorage;
let now: number;
beforeEach(async () => {
  test = await openTestStorage();
  now = testNow;
});
afterEach(() => test.close());

const clock = { ...systemClock, now: () => now };
const raise = createRaiseAlerts({ clock, channels: channelRules });
const alerts = () => test.db.selectFrom('alerts').selectAll().orderBy('id').execute();

describe('a storm', () => {
  it('of 500 monitors costs a bounded number of statements', async () => {
    const monitors = await makeMonitors(500);
    const checks = monitors.map((monitor) => failedCheck(monitor, now));
    const counts: number[] = [];
    const counted = startRecording({
      db: test.db,
      clock,
      raiseAlerts: async (trx, recorded) => {
        let statements = 0;
        const plugin = {
          transformResult: async ({ result }: PluginTransformResultArgs) => result,
          transformQuery: ({ node }: PluginTransformQueryArgs) => {
            statements++;
            return node;
          },
        };
        const raised = await raise(trx.withPlugin(plugin) as DatabaseTransaction, recorded);
        counts.push(statements);
        return raised;
      },
    });
    await counted.record(...checks);
    await counted.record(...checks);
    await counted.record(...checks);
    expect(await alerts()).toHaveLength(500);
    expect(counts).toEqual([0, expect.any(Number), 0]);
    expect(counts[1]).toBeLessThan(40);
  });

  async function makeMonitors(count: number): Promise<MonitorRow[]> {
    const first = await makeMonitor(test.db);
    const monitors = [first];
    while (monitors.length < count) {
      const target = `https://shop.example.com/${monitors.length}`;
      monitors.push(await makeMonitor(test.db, { website_id: first.website_id, target }));
    }
    return monitors;
  }
});

describe('any sequence of checks, in any batches, with a clock that jumps', () => {
  let recording: TestRecording;

  interface CheckAfterJump {
    is_up: boolean;
    is_slow: boolean;
    has_code: boolean;
    jump: number;
  }
  const anyCheck: fc.Arbitrary<CheckAfterJump> = fc.record({
    is_up: fc.boolean(),
    is_slow: fc.boolean(),
    has_code: fc.boolean(),
    jump: fc.integer({ min: -3_600_000, max: 3_600_000 }),
  });

  it('has at most one open alert per problem, and each RECOVERED ends exactly one', async () => {
    const monitor = await makeMonitor(test.db, { failure_threshold: 2 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyCheck, { maxLength: 5 }), { maxLength: 6 }), async (batches) => {
        await reset(monitor);
        for (const batch of batches) {
          await recording.record(...batch.map(checkAfterJump(monitor)));
          await expectConsistent(monitor.id);
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  const checkAfterJump = (monitor: MonitorRow) => (given: CheckAfterJump) => {
    now += given.jump;
    if (given.is_up) return finishedCheck(monitor, { checked_at: now, is_slow: given.is_slow });
    return { ...failedCheck(monitor, now), status_code: given.has_code ? 503 : null };
  };

  async function reset(monitor: MonitorRow): Promise<void> {
    now = testNow;
    recording = startRecording({ db: test.db, clock, raiseAlerts: raise });
    await test.db.deleteFrom('alerts').execute();
    const fresh = { outage_streak: 0, slow_streak: 0, outage_alert_id: null, slow_alert_id: null };
    await test.db.updateTable('stored_monitors').set(fresh).where('id', '=', monitor.id).execute();
  }

  async function expectConsistent(monitorId: number): Promise<void> {
    const all = await alerts();
    const openers = all.filter(({ alert_type }) => alert_type !== 'RECOVERED');
    const open = openers.filter(({ ended_at }) => ended_at === null);
    expect(new Set(open.map(({ problem }) => problem)).size).toBe(open.length);
    const ended = all.filter(({ alert_type }) => alert_type === 'RECOVERED').map(({ ends_alert_id }) => ends_alert_id);
    expect(new Set(ended).size).toBe(ended.length);
    const closed = openers.filter(({ ended_at }) => ended_at !== null).map(({ id }) => id);
    expect([...ended].sort()).toEqual([...closed].sort());
    const monitor = await test.db
      .selectFrom('monitors')
      .selectAll()
      .where('id', '=', monitorId)
      .executeTakeFirstOrThrow();
    const known = [monitor.outage_alert_id, monitor.slow_alert_id].filter((id) => id !== null);
    expect(known.sort()).toEqual(open.map(({ id }) => id).sort());
    const { count } = await test.db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(all.length * 3);
  }
});
