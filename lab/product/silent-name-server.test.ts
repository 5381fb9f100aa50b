import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDataDir, startProduct } from '../support/product.ts';

/** From the signal to the end, in ms. */
const endsWithin = 7_000;

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)('a name server that never answers does not keep the process alive', async () => {
  const nameServer = createSocket('udp4');
  onTestFinished(() => void nameServer.close());
  const address = `127.${1 + Math.floor(Math.random() * 250)}.${process.pid % 250}.53`;
  nameServer.bind(53, address);
  await once(nameServer, 'listening');
  const dataDir = newDataDir();
  const resolver = path.join(dataDir, 'resolv.conf');
  writeFileSync(resolver, `nameserver ${address}\n`);
  const asked = once(nameServer, 'message');
  const product = await startProduct({
    dataDir,
    wrapper: ['unshare', '--mount', 'sh', '-c', `mount --bind ${resolver} /etc/resolv.conf && exec "$@"`, 'sh'],
  });
  onTestFinished(() => product.remove());
  const { id: websiteId } = await product.api.websites.create({ body: { name: 'Shop' } });
  const url = 'http://silent.example.org/';
  await product.api.urls.create({ params: { websiteId }, body: { url, timeout: 30 } });
  await asked;
  const stoppedAt = performance.now();
  expect(await product.end('SIGTERM')).toBe(0);
  expect(performance.now() - stoppedAt).toBeLessThan(endsWithin);
});
