import { expect, onTestFinished, test } from 'vitest';
import { newDataDir, startProduct } from '../support/product.ts';

test('7. An acknowledged ping survives kill -9', async () => {
  const dataDir = newDataDir();
  const first = await startProduct({ dataDir });
  onTestFinished(() => first.remove());
  const { id: websiteId } = await first.api.websites.create({ body: { name: 'Shop' } });
  const heartbeat = await first.api.heartbeats.create({ params: { websiteId }, body: { name: 'Job', period: 3600 } });
  const acknowledged: number[] = [];
  const ping = async (at: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, at * 4));
    const answer = await fetch(`${first.baseUrl}/ping/${heartbeat.key}`, { method: 'POST', body: `ping ${at}` });
    if (answer.status === 200) acknowledged.push(at);
  };
  const sent = Promise.allSettled(Array.from({ length: 50 }, (_, at) => ping(at)));
  await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
  await first.end('SIGKILL');
  await sent;

  const second = await startProduct({ dataDir });
  onTestFinished(() => second.remove());
  const pings = await second.api.heartbeats.pings({ params: { heartbeatId: heartbeat.id } });
  expect(pings.length).toBeGreaterThanOrEqual(acknowledged.length);
  expect(await second.api.heartbeats.get({ params: { heartbeatId: heartbeat.id } })).toMatchObject({
    state: 'up',
    recent_checks: { states: 'u'.repeat(Math.min(48, pings.length)) },
  });
});
