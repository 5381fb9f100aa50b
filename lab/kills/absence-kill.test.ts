import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newDataDir, startProduct } from '../support/product.ts';

const minute = 60_000;
const absence = { before: 1_000, time: 3_000 };

const until = (at: number): Promise<void> => pause(Math.max(0, at - Date.now()));

/** A ping, a due time while nothing runs, the end of its grace period, and the next due time with its grace period. */
test.concurrent.for(['SIGTERM', 'SIGKILL'] as const)(
  '4. Absent over a due time after %s: neither DOWN nor lost uptime, and the next missed run raises one alert',
  async (signal, { onTestFinished }) => {
    const dataDir = newDataDir();
    const first = await startProduct({ dataDir });
    onTestFinished(() => first.remove());
    const { id: websiteId } = await first.api.websites.create({ body: { name: 'Shop' } });
    const body = { name: 'Job', period: 60, grace: 60 };
    const { id: heartbeatId, key } = await first.api.heartbeats.create({ params: { websiteId }, body });
    expect((await fetch(`${first.baseUrl}/ping/${key}`)).status).toBe(200);
    const { next_due_at } = await first.api.heartbeats.get({ params: { heartbeatId } });
    const dueAt = Date.parse(next_due_at ?? '');

    await until(dueAt - absence.before);
    await first.end(signal);
    await pause(absence.time);
    const { api, remove } = await startProduct({ dataDir });
    onTestFinished(remove);
    const startedAt = Date.now();
    const read = () => api.heartbeats.get({ params: { heartbeatId } });

    await until(dueAt + minute + 5_000);
    expect(await read()).toMatchObject({ is_up: true, uptime_24h: 100, recent_checks: { states: 'u' } });
    expect(await api.alerts.list({ query: {} })).toEqual([]);

    await expect.poll(async () => (await read()).state, { timeout: 3 * minute, interval: 1_000 }).toBe('down');
    expect(Date.now()).toBeGreaterThan(startedAt + 2 * minute - absence.time);
    await pause(5_000);
    expect((await read()).recent_checks?.states).toBe('ud');
    const alerts = await api.alerts.list({ query: {} });
    expect(alerts.map(({ alert_type }) => alert_type)).toEqual(['DOWN']);
    expect(alerts[0]?.message).toContain('did not report');
  },
);
