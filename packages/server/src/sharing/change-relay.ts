import pg from 'pg';
import { z } from 'zod';
import type { Change, ChangeFeed } from '../results/change-feed.ts';

const channel = 'upvigil_changes';
/** PostgreSQL's limit is 8000 bytes; a change of more websites than fit is told as 'something changed everywhere'. */
const mostWebsites = 500;
const reconnectMilliseconds = 1_000;

const messageSchema = z.object({
  sender: z.string(),
  website_ids: z.array(z.int()),
  is_structural: z.boolean(),
  is_replaced: z.boolean(),
  has_deliveries: z.boolean(),
});

export interface ChangeRelayOptions {
  databaseUrl: string;
  /** Tells this process's own messages from others'. */
  processId: string;
  changes: ChangeFeed;
  log: { warn(fields: object, message: string): void };
}

export interface ChangeRelay {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Tells processes on one PostgreSQL of each other's changes by LISTEN and NOTIFY. A message lost while the connection
 * was down is made good by telling everybody here that something changed once it is back.
 */
export function createChangeRelay({ databaseUrl, processId, changes, log }: ChangeRelayOptions): ChangeRelay {
  let client: pg.Client | null = null;
  let isStopped = false;
  /** What arrived from others must not be sent back. */
  let isRelaying = false;

  const unsubscribe = changes.subscribe((change) => {
    if (isRelaying) return;
    const message = JSON.stringify({ sender: processId, ...shortened(change) });
    client?.query('select pg_notify($1, $2)', [channel, message]).catch((error: unknown) => {
      log.warn({ err: error }, 'A change could not be told to the other processes');
    });
  });

  const hear = (text: string | undefined): void => {
    const parsed = messageSchema.safeParse(parseJson(text));
    if (!parsed.success) return;
    const { sender, ...change } = parsed.data;
    if (sender !== processId) relay(change);
  };

  const relay = (change: Partial<Change>): void => {
    isRelaying = true;
    changes.publish(change);
    isRelaying = false;
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: 'upvigil changes', keepAlive: true });
    next.on('notification', ({ payload }) => hear(payload));
    next.on('error', () => reconnect(next));
    next.on('end', () => reconnect(next));
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
  };

  const reconnect = (lost: pg.Client): void => {
    if (isStopped || client !== lost) return;
    client = null;
    setTimeout(() => void tryAgain(), reconnectMilliseconds);
  };

  const tryAgain = async (): Promise<void> => {
    if (isStopped) return;
    try {
      await connect();
      relay({ is_structural: true, is_replaced: true, has_deliveries: true });
    } catch (error) {
      log.warn({ err: error }, 'No connection to hear of changes; tried again');
      setTimeout(() => void tryAgain(), reconnectMilliseconds);
    }
  };

  return {
    start: connect,
    async stop() {
      isStopped = true;
      unsubscribe();
      await client?.end();
    },
  };
}

const shortened = (change: Change): Change =>
  change.website_ids.length <= mostWebsites ? change : { ...change, website_ids: [], is_structural: true };

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
