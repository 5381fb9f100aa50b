import type { ServerResponse } from 'node:http';
import { RequestError } from '@upvigil/core/contract/errors';
import type { FastifyReply } from 'fastify';

const heartbeatMs = 20_000;
/** Minimum gap between two events about one website. */
const minGapMs = 1000;
/** A reader with this much unread data is suspended. Its stream is closed; it opens a new one when it resumes. */
const maxUnreadBytes = 64 * 1024;

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-accel-buffering': 'no',
} as const;

interface StreamOptions {
  /** Missed events: ids of changed websites; null for websites or settings in general. */
  missed?: readonly (number | null)[];
  /** The hash of the session's token, by which `end` finds the stream. */
  key?: string;
  isAlive?: () => Promise<boolean>;
}

interface EventStreamsOptions {
  /** Limits the readers, so that viewers cannot exhaust the process. */
  maxStreams: number;
  /** The `id` of the newest event. A reader that reconnects sends it as Last-Event-ID. */
  version?: () => string;
}

export type EventStreams = ReturnType<typeof createEventStreams>;

/** Open streams of server-sent events. All get the same events. */
export function createEventStreams({ maxStreams, version }: EventStreamsOptions) {
  const streams = new Map<ServerResponse, StreamOptions>();
  const pauses = new Map<number | null, { timer: NodeJS.Timeout; again: boolean }>();
  let closed = false;
  const { write, writeSoon } = createWriter(streams);
  /** Empty while the gap delays an event: the id would claim that the reader has received it. */
  const versionLine = (): string =>
    version && ![...pauses.values()].some(({ again }) => again) ? `id: ${version()}\n` : '';
  const sendNow = (websiteId: number | null): void => {
    writeSoon(`${versionLine()}${dataOf(websiteId)}`);
    const timer = setTimeout(() => {
      const pause = pauses.get(websiteId);
      pauses.delete(websiteId);
      if (pause?.again) sendNow(websiteId);
    }, minGapMs);
    timer.unref();
    pauses.set(websiteId, { timer, again: false });
  };
  const endDead = (): void => {
    for (const [response, { isAlive }] of streams) void endUnlessAlive(response, isAlive);
  };
  const heartbeat = setInterval(() => {
    write(': alive\n\n');
    endDead();
  }, heartbeatMs);
  heartbeat.unref();

  return {
    /**
     * Takes over the reply and streams until either side ends. Calls `isAlive` at once and with each heartbeat.
     * @throws RequestError `unavailable` when there are too many streams, or they were closed
     */
    open(reply: FastifyReply, stream: StreamOptions = {}): void {
      if (closed || streams.size >= maxStreams) {
        reply.header('retry-after', 60);
        throw new RequestError('unavailable', 'Too many open event streams: reload the page from time to time');
      }
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, streamHeaders);
      response.write(`: connected\n${versionLine()}\n${(stream.missed ?? []).map(dataOf).join('')}`);
      streams.set(response, stream);
      response.on('close', () => streams.delete(response));
      // The session may have ended after the request was authenticated and before `end` could find the stream.
      void endUnlessAlive(response, stream.isAlive);
    },
    /** Sends that a website changed; null: websites or settings in general. Once a second for each. */
    send(websiteId: number | null): void {
      if (streams.size === 0) return;
      const pause = pauses.get(websiteId);
      if (pause) pause.again = true;
      else sendNow(websiteId);
    },
    /** Ends the matching streams. */
    end(matches: (key: string | null) => boolean): void {
      for (const [response, { key = null }] of streams) if (matches(key)) response.end();
    },
    /** Ends the streams that are no longer alive. */
    endDead,
    /** Ends all streams and stops the timers. Later streams are refused. */
    close(): void {
      closed = true;
      clearInterval(heartbeat);
      for (const { timer } of pauses.values()) clearTimeout(timer);
      for (const response of streams.keys()) response.end();
    },
  };
}

/** Writes to all readers. */
function createWriter(streams: ReadonlyMap<ServerResponse, StreamOptions>) {
  let unwritten = '';
  const write = (text: string): void => {
    for (const response of streams.keys()) {
      if (response.writableLength > maxUnreadBytes) response.destroy();
      else if (!response.writableEnded) response.write(text);
    }
  };
  const writeCollected = (): void => {
    const text = unwritten;
    unwritten = '';
    write(text);
  };
  /** Combines all events of one time slice into one write for each reader. */
  const writeSoon = (text: string): void => {
    if (unwritten === '') setImmediate(writeCollected);
    unwritten += text;
  };
  return { write, writeSoon };
}

async function endUnlessAlive(response: ServerResponse, isAlive: StreamOptions['isAlive']): Promise<void> {
  try {
    if (isAlive && !(await isAlive())) response.end();
  } catch {
    // The database does not answer; the next heartbeat tries again.
  }
}

const dataOf = (websiteId: number | null): string => `data: ${JSON.stringify({ website_id: websiteId })}\n\n`;
