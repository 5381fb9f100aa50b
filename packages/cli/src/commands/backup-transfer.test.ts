import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { failureSentence } from '../failures.ts';
import { sendFile } from './backup-transfer.ts';

test('a server that switches to another protocol does not keep an upload waiting', async () => {
  const server = createServer((request) => {
    request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload`;

  const upload = { file: new Blob(['x']), fileName: 'x.tar.gz' };
  const failure = await sendFile({ url, headers: {}, upload, signal: undefined }).catch((error: unknown) => error);

  expect(failureSentence(failure)).toContain('(connection closed)');
});
