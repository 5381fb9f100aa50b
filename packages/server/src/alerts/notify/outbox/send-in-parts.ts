import type { SendResult } from '../channel.ts';
import type { HeldGroup } from './take-group.ts';

/** Messages for one group at most: enough to find one bad alert in a thousand, and a few more. */
const mostRequests = 32;

export interface PartActions {
  send(part: HeldGroup): Promise<SendResult>;
  /** Stores the result of a part before the next one is sent, so that a process that is killed repeats none. */
  write(part: HeldGroup, result: SendResult): Promise<void>;
}

/**
 * Sends a group as one message. When its content is refused for good, it is sent as two halves, and those again, until
 * the alert at fault is alone and all others were sent.
 */
export async function sendInParts(whole: HeldGroup, { send, write }: PartActions): Promise<void> {
  const open = [whole];
  let refusal = '';
  let isAnySent = false;
  for (let requests = 0; requests < mostRequests; requests++) {
    const part = open.shift();
    if (!part) return;
    const result = await send(part);
    isAnySent ||= result.outcome === 'sent';
    if (part.deliveries.length > 1 && result.outcome === 'give-up' && result.isAboutContent) {
      refusal = result.reason;
      open.push(...halves(part));
      continue;
    }
    await write(part, result);
    // The provider is busy or does not answer: nothing more is sent to it now.
    if (result.outcome === 'retry') return writeAll(open, result, write);
  }
  // When nothing at all was taken, no single alert is at fault; otherwise the rest is tried again later.
  await writeAll(open, { outcome: isAnySent ? 'retry' : 'give-up', reason: refusal }, write);
}

async function writeAll(parts: readonly HeldGroup[], result: SendResult, write: PartActions['write']): Promise<void> {
  for (const part of parts) await write(part, result);
}

function halves({ deliveries, contents, heldBackUntil }: HeldGroup): HeldGroup[] {
  const middle = Math.ceil(deliveries.length / 2);
  return [
    { deliveries: deliveries.slice(0, middle), contents: contents.slice(0, middle), heldBackUntil },
    { deliveries: deliveries.slice(middle), contents: contents.slice(middle), heldBackUntil },
  ];
}
