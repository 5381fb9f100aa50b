import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { z } from 'zod';
import type { Database } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import type { MessagePurpose, MessageRow } from '../../../storage/tables.ts';

const contentSchema = z.object({
  title: z.string(),
  /** Plain text; lines end with a newline. */
  text: z.string(),
  /** The same as the HTML of a page's body, for channels that can show it. Foreign text in it is escaped. */
  html: z.string().optional(),
  /** `path` is below the server's public address at the time of sending. A drill's link is also created then. */
  link: z.object({ label: z.string(), path: z.string() }).nullable(),
});
export type MessageContent = z.output<typeof contentSchema>;

/** A message to send without an alert. */
export interface NewMessage {
  purpose: MessagePurpose;
  /** Id of the drill, notice or report. */
  subject_id: number | null;
  channel: DeliveryChannel;
  /** Null for a built-in channel, like its name. */
  channel_id: number | null;
  channel_name: string | null;
  /** Null: all recipients of the channel. */
  recipient: string | null;
  content: MessageContent;
}

/**
 * Adds messages to the outbox, due now (milliseconds since the epoch). They are sent at least once, after the alerts
 * of their channel. The caller publishes `has_deliveries` after the commit; without that they go within a minute.
 */
export async function enqueueMessages(trx: Database, messages: readonly NewMessage[], now: number): Promise<void> {
  const rows = messages.map(({ content, ...message }) => ({
    ...message,
    content: JSON.stringify(content),
    status: 'pending' as const,
    reason: null,
    created_at: now,
    next_attempt_at: now,
    sent_at: null,
    lease_owner: null,
    lease_until: null,
  }));
  for (const chunk of rowChunks(rows)) await trx.insertInto('messages').values(chunk).execute();
}

/** The content of a stored message; null when it is invalid, for example from an edited backup. */
export function contentOf({ content }: Pick<MessageRow, 'content'>): MessageContent | null {
  const parsed = contentSchema.safeParse(JSON.parse(content));
  return parsed.success ? parsed.data : null;
}
