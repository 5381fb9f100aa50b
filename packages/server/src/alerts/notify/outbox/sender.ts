import { keyOfDelivery, refKey } from '@upvigil/core/contract/names/channels';
import { channelSentences } from '@upvigil/core/texts/channels';
import type { Database } from '../../../storage/database.ts';
import { switchChannelOff } from '../../../storage/settings/channel-store.ts';
import type { MessageExtras, SendResult } from '../channel.ts';
import { openNotice } from '../notices/notice-store.ts';
import { attemptToSend, persistently, startDeadline } from '../sending/attempt.ts';
import { gaveUpReason, nextAttemptAt, requestedPause } from '../sending/backoff.ts';
import { recordResult } from '../sending/channel-states.ts';
import { pauseDestination } from '../sending/provider-pauses.ts';
import { claimBatch } from './claim-batch.ts';
import { idsOf } from './outbox-table.ts';
import {
  type Batch,
  type ClaimedBatch,
  type OutboxContext,
  type OutboxRow,
  providerDestinationOf,
  type Queue,
} from './queue.ts';
import { sendInParts } from './send-in-parts.ts';

/** Sends one batch and stores the result. Returns false when nothing of it may be sent now. */
export type Sender = <Waiting extends OutboxRow, Claimed extends Waiting>(
  queue: Queue<Waiting, Claimed>,
  batch: Batch<Waiting>,
) => Promise<boolean>;

export function createSender(context: OutboxContext): Sender {
  return async (queue, batch) => {
    const claimed = await claimBatch(context, queue, batch);
    if (claimed === null) return false;
    const { signal, end } = startDeadline(context);
    let written: SendResult | null = null;
    try {
      await sendInParts(claimed, {
        send: (part) => attempt(context, queue, part, signal),
        async write(part, result) {
          // Unsent parts get the result of the last sent part: they were no messages of their own.
          const isAnswer = result !== written && isOfChannel(context, result);
          await persistently(context.clock, (now) => writeResult(context, queue, part, { result, isAnswer }, now));
          written = result;
          if (isGone(result)) context.changes.publish({ is_structural: true, has_deliveries: true });
          logResult(context, queue, part.rows, result);
        },
      });
      return true;
    } finally {
      end();
    }
  };
}

/** A send cancelled by the end of the program says nothing about the channel. */
const isOfChannel = ({ stopping }: OutboxContext, { outcome }: SendResult): boolean =>
  !stopping.aborted || outcome !== 'retry';

function attempt<Waiting extends OutboxRow, Claimed extends Waiting>(
  context: OutboxContext,
  queue: Queue<Waiting, Claimed>,
  part: ClaimedBatch<Claimed>,
  deadline: AbortSignal,
): Promise<SendResult> {
  const send = async (signal: AbortSignal): Promise<SendResult> => {
    const extras: MessageExtras = {
      publicUrl: context.publicUrl(),
      throttledUntil: part.throttledUntil,
      messageId: queue.messageId(part.rows),
      installation: await context.installation(),
      acknowledgeUrl: null,
    };
    return queue.send(part, extras, signal);
  };
  return attemptToSend(send, deadline, context.log);
}

async function writeResult<Waiting extends OutboxRow, Claimed extends Waiting>(
  context: OutboxContext,
  queue: Queue<Waiting, Claimed>,
  part: ClaimedBatch<Claimed>,
  { result, isAnswer }: { result: SendResult; isAnswer: boolean },
  now: number,
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await writeOutcome(trx, context, queue, part.rows, result, now);
    if (!isAnswer) return;
    const place = providerDestinationOf(part);
    await recordResult(trx, keyOfDelivery(place), result, now);
    if (isGone(result)) await switchOffGone(trx, place.channel_id, result, now);
    const asked = result.outcome === 'retry' ? requestedPause(result.retryAfterSeconds ?? 0) : 0;
    if (asked > 0) await pauseDestination(trx, place, now + asked, now);
  });
}

/** Whether the provider will never accept anything there. */
const isGone = (result: SendResult): result is Extract<SendResult, { outcome: 'give-up' }> =>
  result.outcome === 'give-up' && result.isGone === true;

/**
 * Disables a channel whose destination is gone, and opens a notice. A built-in channel stays enabled. `now`:
 * milliseconds since the epoch. The caller publishes the changed settings and the new deliveries after the commit.
 */
async function switchOffGone(
  trx: Database,
  channelId: number | null,
  { reason }: Extract<SendResult, { outcome: 'give-up' }>,
  now: number,
): Promise<void> {
  const name = channelId === null ? null : await switchChannelOff(trx, channelId);
  if (channelId === null || name === null) return;
  const message = channelSentences.gone(name, reason);
  await openNotice(trx, { kind: 'channel_disabled', subject: refKey(channelId), message, now });
}

async function writeOutcome<Waiting extends OutboxRow, Claimed extends Waiting>(
  trx: Database,
  { owner }: OutboxContext,
  queue: Queue<Waiting, Claimed>,
  rows: readonly Claimed[],
  result: SendResult,
  now: number,
): Promise<void> {
  if (result.outcome === 'retry') return writeRetry(trx, queue, rows, result, { owner, now });
  if (result.outcome === 'give-up') {
    const failed = { status: 'failed', reason: result.reason, next_attempt_at: null } as const;
    return queue.table.settle(trx, idsOf(rows), owner, { ...failed, isAttempt: true });
  }
  const first = await queue.writeSent(trx, rows, result.reason, now);
  if (!first || !result.retryFor) return;
  const next_attempt_at = nextAttemptAt({ ...first, attempts: first.attempts + 1 }, now);
  if (next_attempt_at === null) return;
  await queue.table.insertRetries(trx, idsOf(rows), { ...result.retryFor, next_attempt_at });
}

/** Rows of one message may differ in failed attempts, so there is one statement for each next attempt. */
async function writeRetry<Row extends OutboxRow>(
  trx: Database,
  { table }: Pick<Queue<Row, Row>, 'table'>,
  rows: readonly Row[],
  { reason, retryAfterSeconds }: Extract<SendResult, { outcome: 'retry' }>,
  { owner, now }: { owner: string; now: number },
): Promise<void> {
  const plans = new Map<number | null, number[]>();
  for (const { id, attempts, created_at } of rows) {
    const next = nextAttemptAt({ attempts: attempts + 1, created_at }, now, retryAfterSeconds);
    const ids = plans.get(next) ?? [];
    plans.set(next, ids);
    ids.push(id);
  }
  for (const [next, ids] of plans) {
    const outcome = next === null ? ({ status: 'failed', reason: gaveUpReason(reason) } as const) : { reason };
    await table.settle(trx, ids, owner, { ...outcome, next_attempt_at: next, isAttempt: true });
  }
}

function logResult<Waiting extends OutboxRow, Claimed extends Waiting>(
  { log }: OutboxContext,
  { sentences, logFields, fieldsOf }: Queue<Waiting, Claimed>,
  rows: readonly Claimed[],
  { outcome, reason }: SendResult,
): void {
  const fields = { ...logFields, ...fieldsOf(rows), reason };
  if (outcome === 'sent') log.info(fields, sentences.sent);
  else log.warn(fields, sentences[outcome]);
}
