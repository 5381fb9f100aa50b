import type { DeliveryChannel } from '@upvigil/core/contract/names/channels';
import { z } from 'zod';
import type { Database } from '../../../storage/database.ts';
import { rowChunks } from '../../../storage/row-chunks.ts';
import type { MessagePurpose, MessageRow } from '../../../storage/tables.ts';

/** The content of a message. */
const contentSchema = z.object({
  title: z.string(),
  /** Plain text; lines end with a newline. */
  text: z.string(),
  /** The same for what can show it: the content of a page's body. Everything that is not ours in it is escaped. */
  html: z.string().optional(),
  /** `path` stands below the server's public address as it is when the message is sent. A drill's link is made then too. */
  link: z.object({ label: z.string(), path: z.string() }).nullable(),
});
export type MessageContent = z.output<typeof contentSchema>;

/** A message to be sent that is no alert. */
export interface NewMessage {
  purpose: MessagePurpose;
  /** Id of the drill, notice or report. */
  subject_id: number | null;
  channel: DeliveryChannel;
  /** Null for a built-in channel, as its name. */
  channel_id: number | null;
  channel_name: string | null;
  /** Null: all recipients of the channel. */
  recipient: string | null;
  content: MessageContent;
}

/**
 * Puts messages into the outbox, due now (milliseconds since the epoch). They are sent at least once, after the alerts of their
 * channel. Whoever commits publishes `has_deliveries`; without that they go within a minute.
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

/** The content of a stored message; null where it cannot be read, as when a backup was edited. */
export function contentOf({ content }: Pick<MessageRow, 'content'>): MessageContent | null {
  const parsed = contentSchema.safeParse(JSON.parse(content));
  return parsed.success ? parsed.data : null;
}
