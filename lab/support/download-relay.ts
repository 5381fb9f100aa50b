import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A proxy between a command and a server, until the test ends. */
export interface Relay {
  url: string;
  /** Requests for backups and their responses: 'bytes=500-: 206, 1597 bytes'. */
  downloads: string[];
  /** Cuts a longer response after this many bytes, once they have arrived; null: never. */
  breaking: { bytes: number; haveArrived(): Promise<void> } | null;
}

export async function startRelay(to: string): Promise<Relay> {
  const relay: Relay = { url: '', downloads: [], breaking: null };
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    const onward = request(new URL(url, to), { method, headers }, async (answer) => {
      const content = await buffer(answer);
      const came = answer.statusCode === 416 ? '' : `, ${content.length} bytes`;
      if (url.includes('/download/')) relay.downloads.push(`${headers.range ?? 'all'}: ${answer.statusCode}${came}`);
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      if (!relay.breaking || content.length <= relay.breaking.bytes) {
        outgoing.end(content);
        return;
      }
      outgoing.write(content.subarray(0, relay.breaking.bytes));
      await relay.breaking.haveArrived();
      outgoing.destroy();
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  relay.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return relay;
}
