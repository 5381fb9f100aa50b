import { eventEndpoints } from '@upvigil/core/contract/events';
import type { FastifyInstance } from 'fastify';
import { serveEndpoints } from '../../http/serve-endpoints.ts';
import type { ChangeFeed } from '../../results/change-feed.ts';
import type { Sessions } from '../auth/sessions.ts';
import { createEventStreams, type EventStreams } from './event-streams.ts';

/** One administrator with many open tabs. */
const maxAdminStreams = 200;

/** Streams for the admin's pages: fed by what was committed, ended with their session. */
export function createAdminEvents(feed: ChangeFeed, sessions: Sessions): EventStreams {
  const streams = createEventStreams(maxAdminStreams);
  const stopListening = feed.subscribe((change) => {
    if (change.is_structural) streams.tell(null);
    for (const id of change.website_ids) streams.tell(id);
  });
  const stopWatching = sessions.onEnded((ended) => {
    streams.end((key) => ended === 'all' || key === ended.tokenHash);
  });
  return {
    ...streams,
    close() {
      stopListening();
      stopWatching();
      streams.close();
    },
  };
}

/** GET /api/events. */
export function eventRoutes(api: FastifyInstance, streams: EventStreams, sessions: Sessions): void {
  serveEndpoints(api, eventEndpoints, {
    async stream({ raw, reply }) {
      const key = raw.sessionHash ?? '';
      streams.open(reply, { key, isAlive: () => sessions.isAlive(key) });
      return undefined;
    },
  });
}
