import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { startProduct } from '../support/product.ts';

test('the built server loads the libraries of monitor kinds when they are first needed', async () => {
  const resolver = createSocket('udp4');
  // An answer with no record: the query with the bit for answers.
  resolver.on('message', (query, from) => {
    query.writeUInt16BE(0x8180, 2);
    resolver.send(query, from.port, from.address);
  });
  resolver.bind(0, '127.0.0.1');
  const webSockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await Promise.all([once(resolver, 'listening'), once(webSockets, 'listening')]);
  onTestFinished(() => void resolver.close());
  onTestFinished(() => void webSockets.close());
  const product = await startProduct();
  onTestFinished(() => product.remove());
  const monitors = [
    {
      monitor_type: 'DNS' as const,
      host: 'shop.test',
      port: null,
      options: { resolvers: [`127.0.0.1:${resolver.address().port}`] },
    },
    { monitor_type: 'WEBSOCKET' as const, host: '127.0.0.1', port: (webSockets.address() as AddressInfo).port },
  ];

  const [dns, webSocket] = await Promise.all(
    monitors.map((body) => product.api.networkMonitors.test({ body: { ...body, timeout: 5 } })),
  );

  expect(dns?.message).toMatch(/no A record/);
  expect(webSocket).toMatchObject({ success: true });
});
