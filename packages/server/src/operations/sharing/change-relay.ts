import { z } from 'zod';
import type { Change, ChangeFeed } from '../../base/domain/change-feed.ts';
import { createKeptConnection, type KeptConnectionOptions } from './kept-connection.ts';
import { connectionName } from './process-folders.ts';

const channel = 'upvigil_changes';
/** A payload of NOTIFY has less than 8000 bytes. A change of more websites is told as a structural change of them all. */
const mostBytes = 7_500;

const messageSchema = z.object({
  sender: z.string(),
  website_ids: z.array(z.int()),
  is_structural: z.boolean(),
  is_replaced: z.boolean(),
  has_deliveries: z.boolean(),
  /** Programs of before do not say it. */
  has_ended_access: z.boolean().default(false),
});

/** What other processes are told: what checks came to, they read. */
type ToldChange = Omit<Change, 'monitors'>;

export interface ChangeRelayOptions extends Pick<KeptConnectionOptions, 'connections' | 'log'> {
  /** Tells this process's own messages from others'. */
  processId: string;
  changes: ChangeFeed;
  /** Id of this process's data folder, which others can ask for; null without one. */
  folderId: string | null;
}

export interface ChangeRelay {
  /** Resolves when it listens, or when the first attempt failed and others follow. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Tells processes on one PostgreSQL of each other's changes by LISTEN and NOTIFY. After the connection was lost and is
 * back, this process takes everything as changed, because it may have missed something, and sends the changes that it
 * could not send meanwhile.
 */
export function createChangeRelay({ connections, processId, changes, folderId, log }: ChangeRelayOptions): ChangeRelay {
  /** True while a change of another process is published here: it must not be sent back. */
  let isRelaying = false;
  /** The changes that the others are still to be told, as one; null for none. */
  let untold: ToldChange | null = null;
  let telling: Promise<void> | null = null;

  const relay = (change: Partial<Change>): void => {
    isRelaying = true;
    changes.publish(change);
    isRelaying = false;
  };

  const connection = createKeptConnection({
    connections,
    log,
    name: connectionName(folderId),
    firstStatement: `listen ${channel}`,
    onNotification(text) {
      const parsed = messageSchema.safeParse(parseJson(text));
      if (!parsed.success) return;
      const { sender, ...change } = parsed.data;
      if (sender !== processId) relay(change);
    },
    onConnected(isFirst) {
      if (!isFirst) relay({ is_structural: true, is_replaced: true, has_deliveries: true, has_ended_access: true });
      tell();
    },
  });

  const tell = (): void => {
    if (telling === null && connection.isOpen && untold !== null) telling = tellAll();
  };

  /** Changes that come while one is being sent follow together as one message. */
  const tellAll = async (): Promise<void> => {
    while (connection.isOpen && untold !== null) {
      const change = untold;
      untold = null;
      const message = messageOf(processId, change);
      await connection.ask('select pg_notify($1, $2)', [channel, message]).catch((error: unknown) => {
        untold = together(change, untold);
        log.warn({ err: error }, 'A change could not be told to the other processes; it is told over a new connection');
      });
    }
    telling = null;
  };

  const unsubscribe = changes.subscribe(({ monitors: _readByOthers, ...change }) => {
    if (isRelaying) return;
    untold = together(untold, change);
    tell();
  });

  return {
    start: connection.start,
    async stop() {
      unsubscribe();
      await telling;
      await connection.stop();
    },
  };
}

function messageOf(sender: string, change: ToldChange): string {
  const whole = JSON.stringify({ sender, ...change });
  return whole.length <= mostBytes
    ? whole
    : JSON.stringify({ sender, ...change, website_ids: [], is_structural: true });
}

function together(one: ToldChange | null, other: ToldChange | null): ToldChange | null {
  if (one === null || other === null) return one ?? other;
  return {
    website_ids: [...new Set([...one.website_ids, ...other.website_ids])],
    is_structural: one.is_structural || other.is_structural,
    is_replaced: one.is_replaced || other.is_replaced,
    has_deliveries: one.has_deliveries || other.has_deliveries,
    has_ended_access: one.has_ended_access || other.has_ended_access,
  };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
