import type { RequestListener } from 'node:http';
import { dayMs, minuteMs } from '@upvigil/core/time';
import { type Certificate, makeCertificate } from '@upvigil/server/testing/targets/certificates';
import { type HttpTarget, startHttpTarget } from '@upvigil/server/testing/targets/http-target';
import { behaviours, startTcpTarget, unusedPort } from '@upvigil/server/testing/targets/tcp-target';
import { answerMilliseconds, type DemoPage, type DemoService, demoWebsites } from './demo-company.ts';

const host = '127.0.0.1';
/** Broken at first, so that an alert appears soon. */
const changing = { everyMilliseconds: 180_000, brokenMilliseconds: minuteMs };
const greetings = { mailbox: '* OK IMAP4rev1 ready\r\n', database: 'ready\r\n' };

interface Address {
  host?: string;
  port?: number;
  expected_response?: string;
  options?: { command: string };
}

export type DemoTargets = Awaited<ReturnType<typeof startDemoTargets>>;

/** Loopback targets of the demo: up, slow, down and changing, so that every state can be seen. */
export async function startDemoTargets() {
  let firstAsked: number | null = null;
  const pages = new Map(demoWebsites.flatMap((website) => website.pages.map((page) => [page.path, page])));
  const isBroken = ({ answers }: DemoPage): boolean => {
    if (answers !== 'changing') return answers === 'broken';
    firstAsked ??= Date.now();
    return (Date.now() - firstAsked) % changing.everyMilliseconds < changing.brokenMilliseconds;
  };
  const answer: RequestListener = (request, response) => {
    const page = pages.get(request.url ?? '');
    if (!page) return response.writeHead(404).end();
    const status = isBroken(page) ? 503 : 200;
    const send = () => response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(htmlOf(page));
    return setTimeout(send, answerMilliseconds(page, Date.now()));
  };
  const web = await startHttpTarget(answer);
  const { authority, servers } = await startTlsPages([...pages.values()], answer);
  const services = {
    mailbox: await startTcpTarget(behaviours.says(greetings.mailbox, 20)),
    database: await startTcpTarget(behaviours.says(greetings.database)),
    cache: await startTcpTarget(behaviours.says('+PONG\r\n')),
    gateway: await startTcpTarget(behaviours.silent()),
    closed: { port: await unusedPort() },
  };
  return {
    /** Certificate of the authority that signed those of the pages with TLS, PEM. */
    authority,
    urlOf: (page: DemoPage): string => (servers.get(page) ?? web).url + page.path,
    addressOf({ target }: DemoService): Address {
      if (target === 'loopback') return { host };
      if (target === 'disk') return { options: { command: target } };
      if (target === 'mail-queue') return { host: 'mail.lantern.example', options: { command: target } };
      const { port } = services[target];
      return target === 'database' ? { host, port, expected_response: greetings.database.trim() } : { host, port };
    },
    async close(): Promise<void> {
      const { mailbox, database, cache, gateway } = services;
      const all = [web, ...servers.values(), mailbox, database, cache, gateway];
      await Promise.all(all.map((target) => target.close()));
    },
  };
}

/** A server for each page with TLS, because each has a certificate of its own. */
async function startTlsPages(
  pages: readonly DemoPage[],
  answer: RequestListener,
): Promise<{ authority: string; servers: ReadonlyMap<DemoPage, HttpTarget> }> {
  const authority = await makeCertificate({
    isAuthority: true,
    commonName: 'Demo authority',
    validTo: new Date(Date.now() + 365 * dayMs),
  });
  const servers = new Map<DemoPage, HttpTarget>();
  for (const page of pages) {
    if (page.certificate) servers.set(page, await startHttpTarget(answer, await sign(page.certificate, authority)));
  }
  return { authority: authority.cert, servers };
}

const sign = ({ host: hostName, days }: { host: string; days: number }, authority: Certificate): Promise<Certificate> =>
  makeCertificate({
    authority,
    hostName,
    commonName: hostName,
    validFrom: new Date(Date.now() - (90 - days) * dayMs),
    // The days are rounded down.
    validTo: new Date(Date.now() + (days + 0.5) * dayMs),
  });

/** A page with enough content for a screenshot. */
const htmlOf = ({ title, hasDescription, path }: DemoPage): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>
<meta property="og:title" content="${title}">
${hasDescription ? `<meta property="og:description" content="${title}, a page of the demo">` : ''}
<style>
  body { margin: 0; font: 20px/1.6 system-ui, sans-serif; color: #222; background: #f4f1ea }
  header { padding: 48px 64px; color: #fff; background: hsl(${(path.length * 47) % 360} 45% 32%) }
  main { padding: 48px 64px; display: grid; grid-template-columns: repeat(3, 1fr); gap: 32px }
  section { padding: 32px; background: #fff; border-radius: 12px; height: 180px }
</style>
<header><h1>${title}</h1><p>Demo data: a page that Upvigil watches</p></header>
<main><section></section><section></section><section></section></main></html>`;
