import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as queries from '../queries.ts';
import { concerns, followEvents } from './live.ts';

describe('the queries that an event refreshes', () => {
  const changed = new Set([3]);

  it('are those over all websites, and those of the named website', () => {
    expect(concerns(queries.websites().queryKey, changed)).toBe(true);
    expect(concerns(queries.dashboardStats(24).queryKey, changed)).toBe(true);
    expect(concerns(queries.urlsOfWebsite(3).queryKey, changed)).toBe(true);
    expect(concerns(queries.urlsOfWebsite(4).queryKey, changed)).toBe(false);
    expect(concerns(queries.urlsOfWebsite(4).queryKey, new Set([null]))).toBe(true);
  });

  it('never include data in a form', () => {
    expect(concerns(queries.notificationSettings().queryKey, new Set([null]))).toBe(false);
    expect(concerns(queries.slackSettings(3).queryKey, changed)).toBe(false);
  });
});

describe('live events', () => {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  it('start at the first request of the page, and missed changes are reloaded after a reconnect', async () => {
    const asked: (string | null)[] = [];
    let breakStream = () => {};
    server.use(
      http.get('*/api/events', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('past'));
        const silent = new ReadableStream({
          start: (controller) => {
            breakStream = () => controller.close();
          },
        });
        return new HttpResponse(silent);
      }),
    );
    const queryClient = new QueryClient();
    const key = queries.urlsOfWebsite(3).queryKey;
    queryClient.setQueryData(key, []);
    const abort = new AbortController();
    void followEvents(queryClient, performance.now(), abort.signal);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(Number(asked[0])).toBeGreaterThan(0);
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
    breakStream();
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toBeNull();
    await waitFor(() => expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true));
    abort.abort();
  });

  it('refresh the affected queries', async () => {
    const events = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(':\n\ndata: {"website_id": 3}\n\n')),
    });
    server.use(http.get('*/api/events', () => new HttpResponse(events)));
    const queryClient = new QueryClient();
    const of = (website: number) => queries.urlsOfWebsite(website).queryKey;
    queryClient.setQueryData(of(3), []);
    queryClient.setQueryData(of(4), []);
    const abort = new AbortController();
    void followEvents(queryClient, performance.now(), abort.signal);
    await waitFor(() => expect(queryClient.getQueryState(of(3))?.isInvalidated).toBe(true));
    expect(queryClient.getQueryState(of(4))?.isInvalidated).toBe(false);
    abort.abort();
  });
});
