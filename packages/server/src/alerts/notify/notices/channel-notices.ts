import { channelNames, refKey } from '@upvigil/core/contract/names/channels';
import type { NoticeKind } from '@upvigil/core/contract/notices';
import { defaults } from '@upvigil/core/defaults';
import { isUnproven, unprovenSince } from '@upvigil/core/status/proof';
import { hourMs } from '@upvigil/core/time';
import type { Tables } from '../../../storage/tables.ts';
import type { ChannelRecipient } from '../channel-recipients.ts';
import type { DrillRecord } from '../drills/drill-store.ts';

/** A channel is failing after this many consecutive failed messages, or after this time. */
const failing = { most: 20, milliseconds: hourMs } as const;

/** The state of the channels at one time. */
interface ChannelFacts {
  /** Channels whose last messages failed. */
  states: readonly Pick<Tables['channel_states'], 'ref' | 'failures' | 'failing_since' | 'last_error'>[];
  /** All recipients, including those of disabled channels. */
  recipients: readonly ChannelRecipient[];
  /** Recipients that get scheduled drills. */
  drilled: readonly ChannelRecipient[];
  records: ReadonlyMap<string, DrillRecord>;
  /** Open notices. */
  open: readonly { kind: NoticeKind; subject: string }[];
  /** Milliseconds since the epoch. */
  now: number;
}

/** Notices to open, with their sentence, and notices to end. */
interface NoticeChanges {
  begin: { kind: NoticeKind; subject: string; message: string }[];
  end: { kind: NoticeKind; subject: string }[];
}

/** Decides which notices about channels open and end. */
export function evaluateChannels(facts: ChannelFacts): NoticeChanges {
  const lasting = [...failingChannels(facts), ...unprovenChannels(facts)];
  const isOpen = (one: { kind: NoticeKind; subject: string }): boolean => facts.open.some(isSame(one));
  const over = facts.open.filter((one) =>
    one.kind === 'channel_disabled'
      ? !isSwitchedOff(facts.recipients, one.subject)
      : one.kind.startsWith('channel_') && !lasting.some(isSame(one)),
  );
  return { begin: lasting.filter((one) => !isOpen(one)), end: over.map(({ kind, subject }) => ({ kind, subject })) };
}

const isSame =
  (one: { kind: NoticeKind; subject: string }) =>
  (other: { kind: NoticeKind; subject: string }): boolean =>
    one.kind === other.kind && one.subject === other.subject;

/** False for a deleted channel. */
const isSwitchedOff = (recipients: readonly ChannelRecipient[], subject: string): boolean =>
  recipients.some(({ ref, offReason }) => refKey(ref) === subject && offReason !== null);

function failingChannels({ states, recipients, now }: ChannelFacts): NoticeChanges['begin'] {
  return states.flatMap(({ ref, failures, failing_since, last_error }) => {
    const destination = recipients.find((each) => refKey(each.ref) === ref && each.offReason === null);
    if (!destination || failing_since === null || failures === 0) return [];
    if (failures < failing.most && failing_since > now - failing.milliseconds) return [];
    const since = `${new Date(failing_since).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    const why = last_error === null ? '' : `: ${last_error}`;
    const count = failures === 1 ? '1 message' : `${failures} consecutive messages`;
    return [
      {
        kind: 'channel_failing',
        subject: ref,
        message: `${titleOf(destination)} has been failing since ${since}, ${count}${why}`,
      },
    ];
  });
}

/** One confirmation proves the channel, even when a message went to several of its recipients. */
function unprovenChannels({ drilled, records, now }: ChannelFacts): NoticeChanges['begin'] {
  const recipients = new Map(drilled.map((destination) => [refKey(destination.ref), destination]));
  return [...recipients].flatMap(([subject, destination]) => {
    const known = [...records.values()].filter(({ ref }) => ref === subject);
    const proven = known.flatMap(({ proven_at }) => proven_at ?? []);
    const since = unprovenSince({
      proven_at: proven.length > 0 ? Math.max(...proven) : null,
      added_at: destination.created_at,
      first_drill_at: known.length > 0 ? Math.min(...known.map(({ first_at }) => first_at)) : null,
    });
    if (!isUnproven(since, now)) return [];
    const message = `${titleOf(destination)} has not been proven for ${defaults.unprovenDays} days: no message was confirmed to have arrived`;
    return [{ kind: 'channel_unproven' as const, subject, message }];
  });
}

/** 'Email', 'The channel "Ops"'. */
function titleOf({ ref, name }: ChannelRecipient): string {
  if (typeof ref === 'number') return `The channel "${name}"`;
  const word = channelNames[ref];
  return word.charAt(0).toUpperCase() + word.slice(1);
}
