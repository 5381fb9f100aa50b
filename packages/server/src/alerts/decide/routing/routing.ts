import type { AlertType, Severity } from '@upvigil/core/contract/names/alerts';
import { type ChannelRef, refKey } from '@upvigil/core/contract/names/channels';
import {
  type ChannelSwitches,
  defaultPolicyId,
  type Policy,
  type Route,
  type RoutingDocument,
} from '@upvigil/core/contract/routing';
import { verifyingMs } from '@upvigil/core/rules/maintenance-runs';
import { hasTagOf } from '@upvigil/core/rules/tag-filter';
import { dayMs } from '@upvigil/core/time';
import { type Deferred, deferred, type Suppressed, suppressed } from './channel-verdict.ts';
import { coveredUntil } from './time-spans.ts';
import type { WallClock } from './wall-clock.ts';

/** The fields of an alert that routes match. */
export interface RoutedAlert {
  alert_type: AlertType;
  severity: Severity;
  website_id: number;
  monitor_id: number;
  /** The maintenance in which its problem began. */
  maintenance_run_id?: number | null;
  /** Why it waits for a parent. */
  parent_reason?: Deferred | null;
}

/** An alert for which a route is chosen. */
export type AlertToRoute = RoutedAlert & { /** Of its monitor. */ tags: readonly string[] };

/** The matching route, if any, and its policy. No policy: the route notifies nobody. */
export interface Choice {
  route: string | null;
  policy: Policy | null;
}

export const mutedStart = 'muted until ';
export const maintenanceStart = 'maintenance until ';

export type Routing = ReturnType<typeof createRouting>;

/** The routing document, prepared for many evaluations. Times in milliseconds since the epoch. */
export function createRouting(document: RoutingDocument, clock: WallClock) {
  const routes = document.routes.map((route) => prepareRoute(route, clock));
  const policies = new Map(document.policies.map((policy) => [policy.id, policy]));
  const standard = policies.get(defaultPolicyId) ?? null;
  const quietUntil = rememberMoment((key: string, at) => {
    const quiet = document.channels[key]?.quiet ?? [];
    return quiet.length === 0 ? null : coveredUntil(quiet, clock, at);
  });
  const say = (until: number, at: number): string =>
    until - at < dayMs ? clock.timeOfDay(until) : `${clock.date(until)} ${clock.timeOfDay(until)}`;

  return {
    document,
    /** The channels of the policy Default, each once. */
    defaultRefs: refsOf(standard),
    /** The first matching route decides. */
    choose(alert: AlertToRoute, at: number): Choice {
      const route = routes.find(({ matches }) => matches(alert, at))?.route;
      if (!route) return { route: null, policy: standard };
      return { route: route.name, policy: route.policy_id === null ? null : (policies.get(route.policy_id) ?? null) };
    },
    /** The choice stored with an alert, by names; a policy may have been deleted. */
    chosenBefore({ route, policy }: { route: string | null; policy: string | null }): Choice | null {
      if (policy === null) return route === null ? null : { route, policy: null };
      const found = document.policies.find(({ name }) => name === policy);
      return found ? { route, policy: found } : null;
    },
    /** Why a channel of Default is left out; null when it is not. */
    leftOutReason({ route, policy }: Choice, ref: ChannelRef): Suppressed | null {
      if (route === null) return null;
      if (policy === null) return suppressed(`route "${route}" notifies nobody`);
      return refsOf(policy).includes(ref) ? null : suppressed(`route "${route}" sends it elsewhere`);
    },
    /** Why a channel rejects an alert, for now or always; null when it does not. */
    rejectionReason(
      ref: ChannelRef,
      alert: Pick<RoutedAlert, 'alert_type' | 'severity'>,
      at: number,
    ): Deferred | Suppressed | null {
      const switches = document.channels[refKey(ref)];
      const neverReason = switches ? unwantedReason(switches, alert) : null;
      if (neverReason !== null) return suppressed(neverReason);
      const until = quietUntil(refKey(ref), at);
      return until === null ? null : deferred(until, `quiet hours until ${say(until, at)}`);
    },
    /** 'muted until 14:05'. */
    muted: (until: number, at: number): Deferred => deferred(until, `${mutedStart}${say(until, at)}`),
    /** 'maintenance until 14:05': a problem that is still open then is sent shortly after. */
    maintained: (until: number, at: number): Deferred =>
      deferred(until + verifyingMs, `${maintenanceStart}${say(until, at)}`),
    /** HH:MM in the time zone of the document. */
    timeOfDay: clock.timeOfDay,
  };
}

/** The channels of a policy, each once, in the order of its steps. */
export const refsOf = (policy: Policy | null): ChannelRef[] => [
  ...new Set((policy?.steps ?? []).flatMap(({ channels }) => channels)),
];

function unwantedReason(
  { alert_types, min_severity }: ChannelSwitches,
  { alert_type, severity }: Pick<RoutedAlert, 'alert_type' | 'severity'>,
): string | null {
  if (alert_types.length > 0 && !alert_types.includes(alert_type)) return `wants ${alert_types.join(', ')} only`;
  return min_severity === 'critical' && severity !== 'critical' ? 'wants critical only' : null;
}

/** A route with its lists as sets: hundreds of alerts are compared with a hundred routes. */
function prepareRoute(route: Route, clock: WallClock) {
  const websites = new Set(route.website_ids);
  const monitors = new Set(route.monitor_ids);
  const types = new Set(route.alert_types);
  const severities = new Set(route.severities);
  const has = <Value>(set: ReadonlySet<Value>, value: Value): boolean => set.size === 0 || set.has(value);
  const isTime = rememberMoment(
    (_: string, at) => route.when.length === 0 || coveredUntil(route.when, clock, at) !== null,
  );
  return {
    route,
    matches: (alert: AlertToRoute, at: number): boolean =>
      has(types, alert.alert_type) &&
      has(severities, alert.severity) &&
      has(websites, alert.website_id) &&
      has(monitors, alert.monitor_id) &&
      (route.tags.length === 0 || hasTagOf(alert.tags, route.tags)) &&
      isTime('', at),
  };
}

/** Caches the answers for one time, because all alerts of a batch share it. */
function rememberMoment<Answer>(ask: (key: string, at: number) => Answer): (key: string, at: number) => Answer {
  let moment = Number.NaN;
  const known = new Map<string, Answer>();
  return (key, at) => {
    if (moment !== at) known.clear();
    moment = at;
    if (!known.has(key)) known.set(key, ask(key, at));
    return known.get(key) as Answer;
  };
}
