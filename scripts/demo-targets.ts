import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import type { ApiClient } from '@upvigil/core/api-client';

/** Targets on loopback that are up, slow and down, and come and go, so that every state can be seen. */
export interface DemoTargets {
  upUrl: string;
  slowUrl: string;
  downUrl: string;
  /** Up for two minutes, down for one. */
  changingUrl: string;
  imapPort: number;
  closedPort: number;
  close(): void;
}

const page = (title: string) =>
  `<!doctype html><title>${title}</title><meta name="og:title" content="${title}"><h1>${title}</h1>`;
const slowMilliseconds = 1_200;
const changing = { period: 180_000, upFor: 120_000 };

export async function startDemoTargets(): Promise<DemoTargets> {
  const web = createHttpServer((request, response) => {
    const answer = (status: number) => response.writeHead(status, { 'content-type': 'text/html' }).end(page('Shop'));
    if (request.url === '/slow') setTimeout(answer, slowMilliseconds, 200);
    else if (request.url === '/down') answer(503);
    else if (request.url === '/changing') answer(Date.now() % changing.period < changing.upFor ? 200 : 500);
    else answer(200);
  });
  const imap = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('* OK IMAP4rev1 demo ready\r\n');
  });
  const closed = createTcpServer();
  const [webPort, imapPort, closedPort] = await Promise.all([web, imap, closed].map(listen));
  closed.close();
  const base = `http://127.0.0.1:${webPort}`;
  return {
    upUrl: `${base}/`,
    slowUrl: `${base}/slow`,
    downUrl: `${base}/down`,
    changingUrl: `${base}/changing`,
    imapPort: imapPort ?? 0,
    closedPort: closedPort ?? 0,
    close: () => {
      web.close();
      imap.close();
    },
  };
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

/** Two websites with a monitor for each target. Earlier demo websites are replaced, because the ports are new. */
export async function addDemoWebsites(api: ApiClient, targets: DemoTargets): Promise<void> {
  for (const website of await api.websites.list()) {
    if (website.description?.startsWith('Demo:')) await api.websites.remove({ params: { websiteId: website.id } });
  }
  const shop = await api.websites.create({
    body: { name: 'Checkout', description: 'Demo: cart, payment and order API' },
  });
  const docs = await api.websites.create({ body: { name: 'Docs', description: 'Demo: documentation' } });
  const ofShop = { params: { websiteId: shop.id } };
  for (const url of [targets.upUrl, targets.slowUrl, targets.downUrl, targets.changingUrl]) {
    await api.urls.create({
      ...ofShop,
      body: { url, check_interval: 10, response_time_threshold: 1, metadata_tag: 'og:title' },
    });
  }
  const host = '127.0.0.1';
  const monitors = [
    { name: 'Mail', monitor_type: 'IMAP', host, port: targets.imapPort },
    { name: 'Edge TLS', monitor_type: 'TCP_PORT', host, port: targets.closedPort },
    { name: 'Router', monitor_type: 'ICMP_PING', host },
  ] as const;
  for (const monitor of monitors)
    await api.networkMonitors.create({ ...ofShop, body: { ...monitor, check_interval: 10 } });
  await api.urls.create({ params: { websiteId: docs.id }, body: { url: targets.upUrl, check_interval: 10 } });
}
