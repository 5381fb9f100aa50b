import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Callers, createCallers } from '../../access/callers.ts';
import { createSessions, type Sessions } from '../../access/sessions.ts';
import { systemClock } from '../../base/clock.ts';
import { type ChangeFeed, createChangeFeed } from '../../base/domain/change-feed.ts';
import { changeOn } from '../../testing/change-on.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { createEventStreams } from '../http/connections/event-streams.ts';
import { answerError } from '../http/error-handler.ts';
import { guardAccess } from '../http/guard-access.ts';
import { type AdminEvents, createAdminEvents, eventRoutes } from './events.ts';

interface OpenStream {
  status: number;
  /** All text received so far. */
  text(): string;
  ended: Promise<void>;
  close(): void;
}

async function openStream(url: string, token?: string): Promise<OpenStream> {
  const abort = new AbortController();
  const response = await fetch(url, {
    signal: abort.signal,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  let text = '';
  const ended = (async () => {
    try {
      for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk);
    } catch {
      text += '(closed)';
    }
  })();
  return { status: response.status, text: () => text, ended, close: () => abort.abort() };
}

const events = (stream: OpenStream): unknown[] =>
  [...stream.text().matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));

const noTokens = { verify: async () => null, scopesNow: async () => [] };

describe('the admin stream', () => {
  let test: TestStorage;
  let app: FastifyInstance;
  let feed: ChangeFeed;
  let sessions: Sessions;
  let callers: Callers;
  let streams: AdminEvents;
  let url: string;
  let token: string;
  let now: number;

  beforeEach(async () => {
    test = await openTestStorage();
    now = 0;
    feed = createChangeFeed(() => undefined);
    sessions = createSessions(test.db, systemClock);
    callers = createCallers({ db: test.db, clock: systemClock, sessions, tokens: noTokens, isFactorRequired: false });
    streams = createAdminEvents(feed, sessions, { ...systemClock, monotonic: () => now });
    app = Fastify({ forceCloseConnections: 'idle' });
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    guardAccess(app, callers);
    eventRoutes(app, streams, callers);
    url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/events`;
    token = await sessions.start();
  });
  afterEach(async () => {
    streams.close();
    await app.close();
    await test.close();
  });

  it('sends which website changed, at most once a second for each', async () => {
    const stream = await openStream(url, token);
    feed.publish({ website_ids: [1, 2] });
    for (let repeat = 0; repeat < 20; repeat++) feed.publish({ website_ids: [1] });
    await expect.poll(() => events(stream)).toEqual([{ website_id: 1 }, { website_id: 2 }, { website_id: 1 }]);
  });

  it('sends websites and settings as null', async () => {
    const stream = await openStream(url, token);
    feed.publish({ is_structural: true });
    await expect.poll(() => events(stream)).toEqual([{ website_id: null }]);
  });

  it('starts with changes since the page began to read, and nothing older', async () => {
    const pass = (seconds: number) => {
      now += seconds * 1000;
    };
    feed.publish({ website_ids: [1], is_structural: true });
    pass(10);
    feed.publish({ website_ids: [2] });
    pass(2);
    feed.publish({ website_ids: [3] });
    pass(1);
    const late = await openStream(`${url}?past=4`, token);
    await expect.poll(() => events(late)).toEqual([{ website_id: 2 }, { website_id: 3 }]);
    const early = await openStream(`${url}?past=300`, token);
    await expect.poll(() => events(early)).toHaveLength(4);
    const other = await openStream(url, token);
    feed.publish({ website_ids: [4] });
    await expect.poll(() => events(other)).toEqual([{ website_id: 4 }]);
    expect((await openStream(`${url}?past=301`, token)).status).toBe(422);
  });

  it('sends nothing for outbox changes only', async () => {
    const stream = await openStream(url, token);
    feed.publish({ has_deliveries: true });
    feed.publish({ website_ids: [3] });
    await expect.poll(() => events(stream)).toEqual([{ website_id: 3 }]);
  });

  it('needs the token, and ends with its session only', async () => {
    expect((await openStream(url)).status).toBe(401);
    const other = await sessions.start();
    const mine = await openStream(url, token);
    const theirs = await openStream(url, other);
    await sessions.end((await sessions.verify(token))?.token_hash ?? '', changeOn(test.db));
    await mine.ended;
    feed.publish({ website_ids: [5] });
    await expect.poll(() => events(theirs)).toEqual([{ website_id: 5 }]);
    expect(events(mine)).toEqual([]);
  });

  it('ends when its session ended during its opening', async () => {
    const tokenHash = (await sessions.verify(token))?.token_hash ?? '';
    const racing: Callers = {
      ...callers,
      async admit(given, ip) {
        const caller = await callers.admit(given, ip);
        await sessions.end(tokenHash, changeOn(test.db));
        return caller;
      },
    };
    const other = Fastify({ forceCloseConnections: 'idle' });
    guardAccess(other, racing);
    eventRoutes(other, streams, racing);
    const stream = await openStream(`${await other.listen({ host: '127.0.0.1', port: 0 })}/events`, token);
    await stream.ended;
    expect(stream.text()).toBe(': connected\n\n');
    await other.close();
  });

  it('ends when the server stops', async () => {
    const stream = await openStream(url, token);
    feed.publish({ website_ids: [7] });
    streams.close();
    await stream.ended;
    await app.close();
    expect(stream.text()).toContain(': connected');
  });
});

describe('event streams', () => {
  it('refuse a reader over the limit', async () => {
    const streams = createEventStreams({ maxStreams: 1 });
    const app = Fastify({ forceCloseConnections: true });
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    app.get('/events', async (_request, reply) => {
      streams.open(reply);
      return reply;
    });
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/events`;
    const first = await openStream(url);
    expect(first.status).toBe(200);
    expect((await openStream(url)).status).toBe(503);
    first.close();
    await expect.poll(async () => (await openStream(url)).status).toBe(200);
    streams.close();
    await app.close();
  });
});
