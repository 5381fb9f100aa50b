import { expect, vi } from 'vitest';
import { startProduct } from '../product.ts';
import { startWebTarget } from '../targets/web-target.ts';
import { openTerminal, type SessionOptions, type TerminalSession } from './terminal-session.ts';

/** In seconds: checks run only when a test requests them. */
const rarely = 3600;

export type WatchedTerminal = Awaited<ReturnType<typeof startWatchedTerminal>>;

/** A product with websites that are up, each with one URL and one port, and terminals that show them. */
export async function startWatchedTerminal(websiteCount: number) {
  const [steady, shaky, product] = await Promise.all([startWebTarget(), startWebTarget(), startProduct()]);
  const addWebsite = async (name: string, url: string): Promise<number> => {
    const { id: websiteId } = await product.api.websites.create({ body: { name } });
    const params = { websiteId };
    const added = await product.api.urls.create({
      params,
      body: { url, check_interval: rarely, failure_threshold: 1 },
    });
    await product.api.networkMonitors.create({
      params,
      body: { name: `Port of ${name}`, host: '127.0.0.1', port: steady.port, check_interval: rarely },
    });
    return added.id;
  };
  for (let number = 1; number < websiteCount; number += 1) {
    await addWebsite(`Website ${String(number).padStart(2, '0')}`, steady.url);
  }
  const shakyUrlId = await addWebsite('Zebra shop', shaky.url);
  // Problems come first in lists: the order is stable after all checks.
  const statuses = async () => (await product.api.websites.list({})).map(({ status }) => status);
  await vi.waitFor(async () => expect(await statuses()).toEqual(Array(websiteCount).fill('up')), 20_000);
  // The public documents follow a moment later, and their screen reads again only after 30 s.
  const shown = async () => (await product.api.publicStatus.overview({})).map(({ status }) => status);
  await vi.waitFor(async () => expect(await shown()).toEqual(Array(websiteCount).fill('up')), 20_000);

  const sessions: TerminalSession[] = [];
  return {
    product,
    /** The targets of the last website, 'Zebra shop'. */
    shaky,
    shakyUrlId,
    open: (argv: readonly string[], options: SessionOptions = {}): TerminalSession => {
      const environment = { UPVIGIL_SERVER: product.baseUrl, UPVIGIL_TOKEN: product.token, ...options.environment };
      const session = openTerminal(argv, { ...options, environment });
      sessions.push(session);
      return session;
    },
    /** Ends the terminals that a test left open. */
    endSessions: (): void => {
      for (const session of sessions.splice(0)) session.kill('SIGKILL');
    },
    close: async (): Promise<void> => {
      await product.remove();
      await Promise.all([steady.close(), shaky.close()]);
    },
  };
}
