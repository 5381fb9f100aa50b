import type { Clock } from '../../../base/clock.ts';
import type { ChangeFeed } from '../../../base/domain/change-feed.ts';
import type { Database } from '../../../storage/database.ts';
import type { Channel, Destination, MessageExtras, SendResult } from '../channel.ts';
import type { ProviderDestination } from '../sending/provider-pauses.ts';
import type { Lease, OutboxTable } from './outbox-table.ts';
import type { RecentMessages } from './recent-messages.ts';

/** The logger of the outbox; pino's fits. */
export interface OutboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The dependencies that all queues of a process share. */
export interface OutboxContext {
  db: Database;
  clock: Clock;
  log: OutboxLog;
  changes: Pick<ChangeFeed, 'publish'>;
  /** The id of this installation. */
  installation: () => Promise<string>;
  /** The server's public address, without a trailing slash. */
  publicUrl: () => string;
  /** Time limit of one attempt. */
  sendDeadlineMilliseconds: number;
  /** Aborted when the program stops and does not wait any longer. */
  stopping: AbortSignal;
  /** The id of this process on leases. */
  owner: string;
}

/** The columns that every queue reads. */
export interface OutboxRow {
  id: number;
  channel_id: number | null;
  attempts: number;
  created_at: number;
}

/** Rows for one destination that may share a message. */
export interface Batch<Row> {
  /** One batch per key is sent at a time. */
  key: string;
  /** Batches of a lane share the concurrency of their channel. */
  lane: string;
  channel: Channel;
  destination: Destination;
  rows: readonly Row[];
}

/** Rows that this process has leased for one message. */
export interface ClaimedBatch<Row> extends Batch<Row> {
  /** As in `MessageExtras`. */
  throttledUntil: number | null;
}

/** The destination of a batch as its provider counts it. */
export const providerDestinationOf = ({ channel, destination, rows }: Batch<OutboxRow>): ProviderDestination => ({
  channel: channel.rules.name,
  channel_id: rows[0]?.channel_id ?? null,
  key: destination.key,
});

/**
 * One kind of message: how its rows are grouped, its content, and what is stored in addition. Leases, limits, pace,
 * attempts, retries and outcomes are the same for every queue. Times in milliseconds since the epoch.
 */
export interface Queue<Waiting extends OutboxRow, Claimed extends Waiting> {
  table: OutboxTable;
  /** Log lines for the outcomes of an attempt. */
  sentences: Readonly<Record<SendResult['outcome'], string>>;
  /** Fields of every log line. */
  logFields: object;
  /** Batches that may be sent now, most urgent first. Suppresses rows that may not be sent any more. */
  findDue(now: number): Promise<Batch<Waiting>[]>;
  /** When the next row is due after `now`; null: never. */
  readNextDue(now: number): Promise<number | null>;
  /** When the pace of the destination allows the message. */
  readyAt?(batch: Batch<Waiting>, recent: RecentMessages['all'], now: number): number;
  /** Leases as many rows as one message holds, and reads their content. */
  claim(batch: Batch<Waiting>, lease: Lease, now: number): Promise<Claimed[]>;
  /** The same at every attempt. */
  messageId(rows: readonly Claimed[]): string;
  send(batch: ClaimedBatch<Claimed>, extras: MessageExtras, signal: AbortSignal): Promise<SendResult>;
  /** Marks rows as sent in one message. Returns the row that represents the message. */
  writeSent(trx: Database, rows: readonly Claimed[], reason: string | null, now: number): Promise<Claimed | undefined>;
  /** In addition to `logFields`. */
  fieldsOf(rows: readonly Claimed[]): object;
}
