import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const code = readFileSync(path.resolve(import.meta.dirname, '../../../../../public/push-worker.js'), 'utf8');
const origin = 'https://status.example.org';

/** Runs the worker with a fake browser that records calls. */
function startWorker(open: { url: string }[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: [string, Record<string, unknown>][] = [];
  const opened: string[] = [];
  const focused: string[] = [];
  const pages = open.map(({ url }) => ({ url, focus: () => focused.push(url) }));
  const self = {
    location: { origin },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    skipWaiting: () => undefined,
    registration: { showNotification: (title: string, options: never) => shown.push([title, options]) },
    clients: { matchAll: async () => pages, openWindow: (url: string) => opened.push(url) },
  };
  runInNewContext(code, { self, URL });
  const send = async (name: string, event: object) => {
    let done: unknown;
    listeners.get(name)?.({ ...event, waitUntil: (work: unknown) => (done = work) });
    await done;
  };
  const push = (payload: unknown) => send('push', { data: { json: () => payload } });
  const click = (url: unknown) =>
    send('notificationclick', { notification: { close: () => undefined, data: { url } } });
  return { listeners, shown, opened, focused, send, push, click };
}

describe('the push worker', () => {
  it('shows a message under its tag', async () => {
    const { push, shown } = startWorker();
    await push({ title: 'Shop is down', body: 'HTTP 503', url: `${origin}/alerts`, tag: 'alert-7' });
    expect(shown).toEqual([
      [
        'Shop is down',
        expect.objectContaining({
          body: 'HTTP 503',
          tag: 'alert-7',
          renotify: true,
          data: { url: `${origin}/alerts` },
        }),
      ],
    ]);
  });

  it('shows a notification even for invalid data, because browsers revoke the permission otherwise', async () => {
    const { push, send, shown } = startWorker();
    await send('push', { data: null });
    for (const payload of [null, 7, 'text', [], { title: {}, body: 7, url: 'javascript:alert(1)', tag: [] }]) {
      await push(payload);
    }
    expect(shown).toHaveLength(6);
    for (const [title, options] of shown) {
      expect(title).toBe('Upvigil');
      expect(options).toEqual({
        body: '',
        icon: '/favicon.svg',
        data: { url: expect.stringMatching(`^${origin}/?$`) },
      });
    }
  });

  it('opens only pages of its own origin, and reuses an open one', async () => {
    const { click, opened, focused } = startWorker([{ url: `${origin}/alerts` }]);
    await click(`${origin}/websites/1`);
    await click('/backup');
    await click('https://evil.example.org/');
    await click('javascript:alert(1)');
    await click('//evil.example.org/x');
    await click(undefined);
    expect(opened).toEqual([`${origin}/websites/1`, `${origin}/backup`, origin, origin, origin, `${origin}/`]);
    await click(`${origin}/alerts`);
    expect(focused).toEqual([`${origin}/alerts`]);
  });

  it('handles no requests of pages', () => {
    expect([...startWorker().listeners.keys()].sort()).toEqual(['install', 'notificationclick', 'push']);
  });
});
