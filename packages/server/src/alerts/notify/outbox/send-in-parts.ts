import type { SendResult } from '../channel.ts';
import type { ClaimedBatch } from './queue.ts';

/** Limit of messages for one batch: enough to find one refused alert in a thousand, with some reserve. */
const mostRequests = 32;

interface PartActions<Row> {
  send(part: ClaimedBatch<Row>): Promise<SendResult>;
  /** Stores the result of a part before the next one is sent, so that a killed process repeats none. */
  write(part: ClaimedBatch<Row>, result: SendResult): Promise<void>;
}

/**
 * Sends a batch as one message. A batch with refused content is sent in halves, recursively, until the refused alert
 * is alone and all others were sent.
 */
export async function sendInParts<Row>(whole: ClaimedBatch<Row>, { send, write }: PartActions<Row>): Promise<void> {
  const open = [whole];
  let refusal = '';
  let isAnySent = false;
  for (let requests = 0; requests < mostRequests; requests++) {
    const part = open.shift();
    if (!part) return;
    const result = await send(part);
    isAnySent ||= result.outcome === 'sent';
    if (part.rows.length > 1 && result.outcome === 'give-up' && result.isAboutContent) {
      refusal = result.reason;
      open.push(...halves(part));
      continue;
    }
    await write(part, result);
    // The provider is busy or does not answer: nothing more is sent to it now.
    if (result.outcome === 'retry') return writeAll(open, result, write);
  }
  // When nothing was accepted, no single alert is at fault; otherwise the rest is retried later.
  await writeAll(open, { outcome: isAnySent ? 'retry' : 'give-up', reason: refusal }, write);
}

async function writeAll<Row>(
  parts: readonly ClaimedBatch<Row>[],
  result: SendResult,
  write: PartActions<Row>['write'],
): Promise<void> {
  for (const part of parts) await write(part, result);
}

function halves<Row>(batch: ClaimedBatch<Row>): ClaimedBatch<Row>[] {
  const middle = Math.ceil(batch.rows.length / 2);
  return [
    { ...batch, rows: batch.rows.slice(0, middle) },
    { ...batch, rows: batch.rows.slice(middle) },
  ];
}
