import { limits } from '@upvigil/core/limits';
import type { FastifyInstance } from 'fastify';
import type { Callers } from '../../access/callers.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import { createEventStreams, type EventStreams } from '../http/connections/event-streams.ts';
import { callerOf } from '../http/guard-access.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';

/** Enough for one administrator with many open tabs. */
const maxAdminStreams = 200;

export interface AdminEvents extends EventStreams {
  /** Changes of the last seconds: websites, or null for websites in general. */
  changedWithin(seconds: number): (number | null)[];
}

/** Event streams of the admin's pages: fed by committed changes, ended with their session or token. */
export function createAdminEvents(feed: ChangeFeed, sessions: Pick<Sessions, 'onEnded'>, clock: Clock): AdminEvents {
  const streams = createEventStreams({ maxStreams: maxAdminStreams });
  const recent = createRecentChanges(clock);
  const send = (websiteId: number | null): void => {
    recent.note(websiteId);
    streams.send(websiteId);
  };
  const stopListening = feed.subscribe((change) => {
    if (change.is_structural) send(null);
    for (const id of change.website_ids) send(id);
    // Other processes do not report whose access ended.
    if (change.has_ended_access) streams.endDead();
  });
  const stopWatching = sessions.onEnded((ended) => {
    streams.end((key) => ended === 'all' || ('tokenHash' in ended && key === ended.tokenHash));
  });
  return {
    ...streams,
    changedWithin: recent.within,
    close() {
      stopListening();
      stopWatching();
      streams.close();
    },
  };
}

export function eventRoutes(api: FastifyInstance, streams: AdminEvents, callers: Pick<Callers, 'isAlive'>): void {
  serveEndpoints(api, 'events', {
    async stream({ raw, reply, query: { past } }) {
      const caller = callerOf(raw);
      const missed = past > 0 ? streams.changedWithin(past) : [];
      streams.open(reply, { key: caller.tokenHash, missed, isAlive: () => callers.isAlive(caller) });
      return undefined;
    },
  });
}

const keptMs = limits.eventsPastSeconds.max * 1000;

/** Recent changes, for a page whose initial queries started before its event stream. */
function createRecentChanges(clock: Pick<Clock, 'monotonic'>) {
  /** The newest change last. */
  const changedAt = new Map<number | null, number>();
  return {
    /** A website, or null for websites in general. */
    note(websiteId: number | null): void {
      const now = clock.monotonic();
      changedAt.delete(websiteId);
      changedAt.set(websiteId, now);
      for (const [id, at] of changedAt) {
        if (now - at <= keptMs) break;
        changedAt.delete(id);
      }
    },
    within(seconds: number): (number | null)[] {
      const since = clock.monotonic() - seconds * 1000;
      return [...changedAt].filter(([, at]) => at >= since).map(([id]) => id);
    },
  };
}
