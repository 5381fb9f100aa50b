import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The current behaviour of a target. */
type Behaviour = 'ok' | 'error' | 'hang';

const page = '<!doctype html><title>Target</title><meta name="og:title" content="Target"><h1>Up</h1>';

export type WebTarget = Awaited<ReturnType<typeof startWebTarget>>;

/** A website on loopback whose behaviour the test changes. It can be closed and opened again on its port. */
export async function startWebTarget() {
  let behaviour: Behaviour = 'ok';
  const requestTimes: number[] = [];
  const server = createServer((_request, response) => {
    requestTimes.push(performance.now());
    if (behaviour === 'hang') return;
    if (behaviour === 'error') return void response.writeHead(500).end('broken');
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const refuse = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    /** Time of each request, from performance.now(). */
    requestTimes,
    behave: (next: Behaviour): void => {
      behaviour = next;
    },
    /** Stops listening: connections are refused. */
    refuse,
    listen: (): Promise<void> => listen(port),
    close: refuse,
  };
}
