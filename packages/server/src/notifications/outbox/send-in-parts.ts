import type { SendResult } from '../channel.ts';
import type { HeldGroup } from './take-group.ts';

/** Requests for one group at most: enough to find one alert of a thousand, and a few more. */
const mostRequests = 32;

export interface PartActions {
  send(part: HeldGroup): Promise<SendResult>;
  /** Writes what came of a part before the next one is sent: a process that is killed then repeats none of it. */
  write(part: HeldGroup, result: SendResult): Promise<void>;
}

/**
 * Sends a group as one message. Where what it says is refused for good, its halves are tried, and theirs, until the
 * alert that is at fault stands alone and all others are told.
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
    // Who asks for patience, or does not answer, is left alone for now.
    if (result.outcome === 'retry') return writeAll(open, result, write);
  }
  // Where nothing at all was taken, no single alert is at fault; otherwise the rest has its chance later.
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
