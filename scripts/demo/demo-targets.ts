import { startHttpTarget } from '@upvigil/server/testing/targets/http-target';
import { behaviours, startTcpTarget, unusedPort } from '@upvigil/server/testing/targets/tcp-target';
import { answerMilliseconds, type DemoPage, type DemoService, demoWebsites } from './demo-company.ts';

/** Loopback targets of the demo: up, slow, down and changing, so that every state can be seen. */
export interface DemoTargets {
  urlOf(page: DemoPage): string;
  addressOf(service: DemoService): { host: string; port?: number; expected_response?: string };
  close(): Promise<void>;
}

const host = '127.0.0.1';
/** Broken at first, so that an alert appears soon. */
const changing = { everyMilliseconds: 180_000, brokenMilliseconds: 60_000 };
const greetings = { mailbox: '* OK IMAP4rev1 ready\r\n', database: 'ready\r\n' };

export async function startDemoTargets(): Promise<DemoTargets> {
  let firstAsked: number | null = null;
  const pages = new Map(demoWebsites.flatMap((website) => website.pages.map((page) => [page.path, page])));
  const isBroken = ({ answers }: DemoPage): boolean => {
    if (answers !== 'changing') return answers === 'broken';
    firstAsked ??= Date.now();
    return (Date.now() - firstAsked) % changing.everyMilliseconds < changing.brokenMilliseconds;
  };
  const web = await startHttpTarget((request, response) => {
    const page = pages.get(request.url ?? '');
    if (!page) return response.writeHead(404).end();
    const status = isBroken(page) ? 503 : 200;
    const answer = () => response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(htmlOf(page));
    return setTimeout(answer, answerMilliseconds(page, Date.now()));
  });
  const services = {
    mailbox: await startTcpTarget(behaviours.says(greetings.mailbox, 20)),
    database: await startTcpTarget(behaviours.says(greetings.database)),
    gateway: await startTcpTarget(behaviours.silent()),
    closed: { port: await unusedPort() },
  };
  return {
    urlOf: ({ path }) => web.url + path,
    addressOf({ target }) {
      if (target === 'loopback') return { host };
      const { port } = services[target];
      return target === 'database' ? { host, port, expected_response: greetings.database.trim() } : { host, port };
    },
    async close() {
      const { mailbox, database, gateway } = services;
      await Promise.all([web, mailbox, database, gateway].map((target) => target.close()));
    },
  };
}

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
