import { builtInChannels, type ChannelRef, refKey } from '@upvigil/core/contract/names/channels';
import { verifyingMs } from '@upvigil/core/rules/maintenance-runs';
import { minuteMs } from '@upvigil/core/time';
import type { ChannelRules, OwnChannel } from '../../../base/domain/channel-rules.ts';
import type { Deferred, RoutingReasons } from './channel-verdict.ts';
import { type Choice, type RoutedAlert, type Routing, refsOf } from './routing.ts';
import type { RoutingFacts, Silence } from './routing-facts-store.ts';

/** A channel that a policy can name, with the rules of its kind. */
export interface KnownChannel {
  ref: ChannelRef;
  rules: ChannelRules;
  /** Null for a built-in channel. */
  own: OwnChannel | null;
}

/** A channel that may be notified of an alert, with the routing's reasons against it. */
export interface Candidate {
  channel: KnownChannel;
  /** The step of the policy, counted from 0. */
  step: number;
  /** Milliseconds from the alert to its step. */
  after: number;
  /** Its route leaves it out: the ledger shows only the reason. */
  isLeftOut: boolean;
  reasons: RoutingReasons;
}

/** Finds a channel; null when it was deleted, or its kind is unknown to this version. */
export type FindChannel = (ref: ChannelRef) => KnownChannel | null;

export function channelFinder(rules: readonly ChannelRules[], channels: ReadonlyMap<number, OwnChannel>): FindChannel {
  const byName = new Map(rules.map((one) => [one.name, one]));
  return (ref) => {
    const own = typeof ref === 'number' ? (channels.get(ref) ?? null) : null;
    const ofKind = byName.get(typeof ref === 'string' ? ref : (own?.kind ?? 'email'));
    return ofKind === undefined || (typeof ref === 'number' && own === null) ? null : { ref, rules: ofKind, own };
  };
}

/** The inverse of `refKey`. */
export const refOfKey = (key: string): ChannelRef => builtInChannels.find((name) => name === key) ?? Number(key);

type Facts = Pick<RoutingFacts, 'routing' | 'silences' | 'runs'> & { find: FindChannel };

/**
 * The channels for a problem: those of its policy, at the time of their step, and those of the policy Default that
 * its route leaves out, so that the ledger shows the reason. `now`: milliseconds since the epoch.
 */
export function problemCandidates(choice: Choice, alert: RoutedAlert, facts: Facts, now: number): Candidate[] {
  const { routing, silences, runs, find } = facts;
  const candidate = (ref: ChannelRef, step: number, after: number, isLeftOut: boolean): Candidate[] => {
    const channel = find(ref);
    if (channel === null) return [];
    const reasons = reasonsForProblem({ routing, silences, runs }, choice, alert, ref, now + after);
    return [{ channel, step, after, isLeftOut, reasons }];
  };
  const ofPolicy = (choice.policy?.steps ?? []).flatMap(({ after_minutes, channels }, step) =>
    [...new Set(channels)].flatMap((ref) => candidate(ref, step, after_minutes * minuteMs, false)),
  );
  const leftOut = routing.defaultRefs.filter((ref) => routing.leftOutReason(choice, ref) !== null);
  return [...ofPolicy, ...leftOut.flatMap((ref) => candidate(ref, 0, 0, true))];
}

/**
 * The order of the reasons: maintenance, a parent that is down, silences, the route; after the channel's own switches, those of the routing
 * document.
 */
export const reasonsForProblem = (
  { routing, silences, runs }: Pick<Facts, 'routing' | 'silences' | 'runs'>,
  choice: Choice | null,
  alert: RoutedAlert,
  ref: ChannelRef,
  at: number,
): RoutingReasons => ({
  before:
    maintainedAt({ routing, runs }, alert, at) ??
    alert.parent_reason ??
    mutedAt(routing, silences, alert, at) ??
    (choice && routing.leftOutReason(choice, ref)),
  after: routing.rejectionReason(ref, alert, at),
});

/** Applies until shortly after the maintenance in which the problem began. Older maintenance does not count. */
export function maintainedAt(
  { routing, runs }: Pick<Facts, 'routing' | 'runs'>,
  { maintenance_run_id }: Pick<RoutedAlert, 'maintenance_run_id'>,
  at: number,
): Deferred | null {
  const until = runs.get(maintenance_run_id ?? 0);
  return until === undefined || at >= until + verifyingMs ? null : routing.maintained(until, at);
}

/** The end of the last silence at this time. */
function mutedAt(
  routing: Routing,
  silences: readonly Silence[],
  { website_id, monitor_id }: RoutedAlert,
  at: number,
): Deferred | null {
  let last = at;
  for (const silence of silences) {
    const isMeant = silence.website_id === website_id || silence.monitor_id === monitor_id;
    if (isMeant && silence.until > last) last = silence.until;
  }
  return last === at ? null : routing.muted(last, at);
}

/**
 * The channels for the end of a problem: those that were notified of its beginning, regardless of silences.
 * `notified`: their keys; null when unknown, because the alert was deleted: then the routing of the beginning
 * decides.
 */
export function recoveryCandidates(
  choice: Choice | null,
  alert: RoutedAlert,
  notified: ReadonlySet<string> | null,
  { routing, find }: Facts,
  now: number,
): Candidate[] {
  const leftOut = (ref: ChannelRef) =>
    notified === null && choice !== null ? routing.leftOutReason(choice, ref) : null;
  const refs = new Set<ChannelRef>(
    notified === null
      ? [...(choice?.policy?.steps[0]?.channels ?? []), ...routing.defaultRefs.filter((ref) => leftOut(ref) !== null)]
      : [...routing.defaultRefs, ...refsOf(choice?.policy ?? null), ...[...notified].map(refOfKey)],
  );
  return [...refs].flatMap((ref) => {
    const channel = find(ref);
    if (channel === null) return [];
    const before = leftOut(ref);
    const after = routing.rejectionReason(ref, { ...alert, alert_type: 'RECOVERED' }, now);
    return [{ channel, step: 0, after: 0, isLeftOut: before !== null, reasons: { before, after } }];
  });
}

/** The key of a channel in the ledger and in the cooldown. */
export const keyOf = ({ ref }: KnownChannel): string => refKey(ref);
