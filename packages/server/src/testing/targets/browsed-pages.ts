import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../base/clock.ts';
import type { ProbeOutcome, TargetOf } from '../../base/domain/check.ts';
import { createDialer } from '../../checks/probe/dialing/dialer.ts';
import { createBrowser } from '../../checks/screenshots/browser/browser.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What `createBrowser` needs in tests. */
export const browserTools = {
  config: { chromiumPath: process.env.CHROMIUM_PATH || null },
  clock: systemClock,
  log: { info: () => undefined, warn: () => undefined },
};
export const never: AbortSignal = new AbortController().signal;

export const html =
  (body: string, head = ''): Answer =>
  (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><head>${head}</head>${body}`);
  };

export const after =
  (milliseconds: number, answer: Answer): Answer =>
  (request, response) => {
    setTimeout(() => answer(request, response), milliseconds);
  };

/** A loopback server whose pages are set by path, and a Chromium that visits them. */
export async function openBrowsedPages() {
  const pages: Record<string, Answer> = {};
  /** Addresses that were requested. */
  const visits: string[] = [];
  /** Hosts and ports that Chromium was connected to. */
  const dialled: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    const answer = pages[request.url?.split('?', 1)[0] ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dialer = createDialer();
  const browser = createBrowser({
    ...browserTools,
    dialer: {
      dial(options) {
        dialled.push(`${options.host}:${options.port}`);
        return dialer.dial(options);
      },
    },
  });
  return {
    pages,
    visits,
    dialled,
    address,
    browser,
    page: (path: string, changes: Partial<TargetOf<'URL'>> = {}): TargetOf<'URL'> => ({
      kind: 'URL',
      url: address + path,
      metadata_tag: null,
      metadata_value: null,
      check_mode: 'browser',
      ...changes,
    }),
    probe: async (target: TargetOf<'URL'>, seconds = 10): Promise<ProbeOutcome> =>
      (await browser.probe(target, seconds, never)).outcome,
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
