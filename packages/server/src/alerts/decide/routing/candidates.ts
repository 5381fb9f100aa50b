import { builtInChannels, type ChannelRef, refKey } from '@upvigil/core/contract/names/channels';
import { verifyingMs } from '@upvigil/core/rules/maintenance-runs';
import type { ChannelRules, OwnChannel } from '../../../base/domain/channel-rules.ts';
import type { HeldBack, RoutingSays } from './judge.ts';
import { type Choice, type RoutedAlert, type Routing, refsOf } from './routing.ts';
import type { RoutingFacts, Silence } from './routing-facts-store.ts';

/** A channel that a policy can name, with the rules of its kind. */
export interface KnownChannel {
  ref: ChannelRef;
  rules: ChannelRules;
  /** Null for a built-in one. */
  own: OwnChannel | null;
}

/** A channel on which an alert may be told, and what the routing says of that. */
export interface Candidate {
  channel: KnownChannel;
  /** Of the policy, counted from 0. */
  step: number;
  /** Milliseconds from the alert to its step. */
  after: number;
  /** Its route leaves it out: it stands in the ledger with the reason only. */
  isLeftOut: boolean;
  says: RoutingSays;
}

/** Finds the channel of a ref; null where it is gone, or its kind is unknown here. */
export type FindChannel = (ref: ChannelRef) => KnownChannel | null;

export function channelFinder(rules: readonly ChannelRules[], channels: ReadonlyMap<number, OwnChannel>): FindChannel {
  const byName = new Map(rules.map((one) => [one.name, one]));
  return (ref) => {
    const own = typeof ref === 'number' ? (channels.get(ref) ?? null) : null;
    const ofKind = byName.get(typeof ref === 'string' ? ref : (own?.kind ?? 'email'));
    return ofKind === undefined || (typeof ref === 'number' && own === null) ? null : { ref, rules: ofKind, own };
  };
}

/** The ref that `refKey` wrote. */
export const refOfKey = (key: string): ChannelRef => builtInChannels.find((name) => name === key) ?? Number(key);

type Facts = Pick<RoutingFacts, 'routing' | 'silences' | 'runs'> & { find: FindChannel };

/**
 * On which channels a problem may be told: those of its policy, at the time of their step, and those of the policy Default
 * that its route leaves out, so that the ledger says why. `now`: milliseconds since the epoch.
 */
export function problemCandidates(choice: Choice, alert: RoutedAlert, facts: Facts, now: number): Candidate[] {
  const { routing, silences, runs, find } = facts;
  const candidate = (ref: ChannelRef, step: number, after: number, isLeftOut: boolean): Candidate[] => {
    const channel = find(ref);
    if (channel === null) return [];
    const says = saysOfProblem({ routing, silences, runs }, choice, alert, ref, now + after);
    return [{ channel, step, after, isLeftOut, says }];
  };
  const ofPolicy = (choice.policy?.steps ?? []).flatMap(({ after_minutes, channels }, step) =>
    [...new Set(channels)].flatMap((ref) => candidate(ref, step, after_minutes * 60_000, false)),
  );
  const leftOut = routing.defaultRefs.filter((ref) => routing.whyLeftOut(choice, ref) !== null);
  return [...ofPolicy, ...leftOut.flatMap((ref) => candidate(ref, 0, 0, true))];
}

/**
 * The order of the reasons: what tells nobody for a while, which are maintenance and silences, then the route; after the channel's own switches
 * what the document says of it.
 */
export const saysOfProblem = (
  { routing, silences, runs }: Pick<Facts, 'routing' | 'silences' | 'runs'>,
  choice: Choice | null,
  alert: RoutedAlert,
  ref: ChannelRef,
  at: number,
): RoutingSays => ({
  before:
    maintainedAt({ routing, runs }, alert, at) ??
    mutedAt(routing, silences, alert, at) ??
    (choice && routing.whyLeftOut(choice, ref)),
  after: routing.whyNotTaken(ref, alert, at),
});

/** Until a while after the maintenance in which a problem began. One that is older is told as ever. */
export function maintainedAt(
  { routing, runs }: Pick<Facts, 'routing' | 'runs'>,
  { maintenance_run_id }: Pick<RoutedAlert, 'maintenance_run_id'>,
  at: number,
): HeldBack | null {
  const until = runs.get(maintenance_run_id ?? 0);
  return until === undefined || at >= until + verifyingMs ? null : routing.maintained(until, at);
}

/** The end of the last silence that covers a moment. */
function mutedAt(
  routing: Routing,
  silences: readonly Silence[],
  { website_id, monitor_id }: RoutedAlert,
  at: number,
): HeldBack | null {
  let last = at;
  for (const silence of silences) {
    const isMeant = silence.website_id === website_id || silence.monitor_id === monitor_id;
    if (isMeant && silence.until > last) last = silence.until;
  }
  return last === at ? null : routing.muted(last, at);
}

/**
 * On which channels the end of a problem may be told, through silences: where its beginning stands in the ledger. `told`: keys of
 * the channels on which it was told; null where nobody knows, and its beginning decides.
 */
export function recoveryCandidates(
  choice: Choice | null,
  alert: RoutedAlert,
  told: ReadonlySet<string> | null,
  { routing, find }: Facts,
  now: number,
): Candidate[] {
  const leftOut = (ref: ChannelRef) => (told === null && choice !== null ? routing.whyLeftOut(choice, ref) : null);
  const refs = new Set<ChannelRef>(
    told === null
      ? [...(choice?.policy?.steps[0]?.channels ?? []), ...routing.defaultRefs.filter((ref) => leftOut(ref) !== null)]
      : [...routing.defaultRefs, ...refsOf(choice?.policy ?? null), ...[...told].map(refOfKey)],
  );
  return [...refs].flatMap((ref) => {
    const channel = find(ref);
    if (channel === null) return [];
    const before = leftOut(ref);
    const after = routing.whyNotTaken(ref, { ...alert, alert_type: 'RECOVERED' }, now);
    return [{ channel, step: 0, after: 0, isLeftOut: before !== null, says: { before, after } }];
  });
}

/** What tells the channels apart in the ledger and in the cooldown. */
export const keyOf = ({ ref }: KnownChannel): string => refKey(ref);
