import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Product, startProduct } from '../support/product.ts';
import { startWebTarget, type WebTarget } from '../support/targets/web-target.ts';

let product: Product;
let target: WebTarget;
let websiteId: number;
const tcpServers: Server[] = [];

beforeAll(async () => {
  target = await startWebTarget();
  // A screenshot also visits the page, and this test counts visits.
  product = await startProduct({ env: { CHROMIUM_PATH: 'off' } });
  websiteId = (await product.api.websites.create({ body: { name: 'Shop' } })).id;
  // The target listens before the checks run.
  const { port } = target;
  await vi.waitFor(() => product.api.networkMonitors.test({ body: { host: '127.0.0.1', port } }), 20_000);
});
afterAll(async () => {
  await product.remove();
  await target.close();
  for (const server of tcpServers) server.close();
});

async function listen(greeting: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.write(greeting);
  });
  tcpServers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

test.runIf(process.platform === 'linux')('the probes go before the rest of the process', async () => {
  const pid = product.process.pid ?? 0;
  const niceness = (thread: string): number =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
  // The priority changes shortly after the product listens.
  await expect.poll(() => niceness(String(pid))).toBeGreaterThan(0);
  const others = readdirSync(`/proc/${pid}/task`).filter((thread) => thread !== String(pid));
  expect(niceness(String(pid))).toBeGreaterThan(Math.min(...others.map(niceness)));
});

test('an answer of 500, silence and a closed port are each shown with their cause', async () => {
  const monitor = await product.api.urls.create({
    params: { websiteId },
    body: { url: target.url, timeout: 1, check_interval: 3600, failure_threshold: 1 },
  });
  const check = () => product.api.urls.check({ params: { urlId: monitor.id } });
  expect(await check()).toMatchObject({ is_up: true, status_code: 200, error_message: null });

  target.behave('error');
  expect(await check()).toMatchObject({
    is_up: false,
    status_code: 500,
    error_message: expect.stringContaining('500'),
  });
  target.behave('hang');
  expect(await check()).toMatchObject({
    is_up: false,
    status_code: null,
    error_message: expect.stringContaining('timed out after 1 s'),
  });
  await target.refuse();
  expect(await check()).toMatchObject({ is_up: false, error_message: expect.stringContaining('refused') });
  await target.listen();
  target.behave('ok');
  expect(await check()).toMatchObject({ is_up: true });

  const alerts = await product.api.alerts.listByUrl({ params: { urlId: monitor.id } });
  expect(alerts.map((alert) => alert.alert_type)).toEqual(['RECOVERED', 'DOWN']);
  await product.api.urls.remove({ params: { urlId: monitor.id } });
});

test('a TCP port, a ping and an IMAP server are checked with real times', async () => {
  const create = (body: Parameters<Product['api']['networkMonitors']['create']>[0]['body']) =>
    product.api.networkMonitors.create({ params: { websiteId }, body });
  const host = '127.0.0.1';
  const monitors = await Promise.all([
    create({
      name: 'Port',
      monitor_type: 'TCP_PORT',
      host,
      port: await listen('hello\r\n'),
      expected_response: 'hell',
    }),
    create({ name: 'Ping', monitor_type: 'ICMP_PING', host }),
    create({ name: 'Mail', monitor_type: 'IMAP', host, port: await listen('* OK ready\r\n') }),
  ]);
  for (const { id, name } of monitors) {
    const check = await product.api.networkMonitors.check({ params: { monitorId: id } });
    expect(check, name).toMatchObject({ is_up: true, error_message: null });
    expect(check.response_time, name).toBeGreaterThan(0);
  }
  const stats = await product.api.dashboard.stats();
  expect(stats).toMatchObject({ total_network_monitors: 3, network_monitors_up: 3, network_monitors_down: 0 });
});

test('the test action probes without storing', async () => {
  const answer = await product.api.networkMonitors.test({
    body: { monitor_type: 'TCP_PORT', host: '127.0.0.1', port: await listen('') },
  });
  expect(answer.success).toBe(true);
  const refused = await product.api.networkMonitors.test({ body: { host: '127.0.0.1', port: 1 } });
  expect(refused).toMatchObject({ success: false, message: expect.stringContaining('refused') });
});
