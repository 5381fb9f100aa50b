import { refKey } from '../contract/names/channels.ts';
import {
  type ChannelSwitches,
  defaultPolicyId,
  type Policy,
  type Route,
  type RoutingDocument,
  type TimeSpan,
  type Weekday,
  weekdays,
} from '../contract/routing.ts';
import { shortDuration } from '../format/short-duration.ts';
import { minuteMs } from '../time.ts';

/** Display names. Each function falls back to a text with the id. */
export interface RoutingNames {
  /** `key`: result of `refKey`. */
  channel(key: string): string;
  website(id: number): string;
  monitor(id: number): string;
}

/** The routing as sentences, in the order of evaluation: routes, policies, channel switches. */
export function routingSentences(document: RoutingDocument, names: RoutingNames): string[] {
  const { routes, policies, channels, time_zone } = document;
  const policyName = (id: number): string => policies.find((policy) => policy.id === id)?.name ?? `policy ${id}`;
  const used = Object.entries(channels).flatMap(([ref, switches]) => {
    const sentence = switchesSentence(switches);
    return sentence === '' ? [] : [`${names.channel(ref)}: ${sentence}.`];
  });
  return [
    ...routes.map((route, at) => `${at + 1}. ${routeSentence(route, names, policyName)}`),
    `${routes.length === 0 ? 'All alerts' : 'All others'}: policy "${policyName(defaultPolicyId)}".`,
    ...policies.map((policy) => policySentence(policy, names)),
    ...used,
    ...(hasTimes(document) ? [`Times of day are those of ${time_zone}.`] : []),
  ];
}

/** 'Night: DOWN, ERROR of Shop, mon to fri 22:00 to 07:00: policy "On call".' */
function routeSentence(route: Route, names: RoutingNames, policyName: (id: number) => string): string {
  const targets = [...route.website_ids.map(names.website), ...route.monitor_ids.map(names.monitor)];
  const tagged = route.tags.length === 0 ? '' : ` with the tag ${route.tags.join(' or ')}`;
  const types = route.alert_types.length === 0 ? 'all alerts' : listed(route.alert_types);
  const what = [
    ...(route.severities.length === 1 ? route.severities : []),
    `${types}${targets.length === 0 ? '' : ` of ${listed(targets)}`}${tagged}`,
  ].join(' ');
  const when = route.when.length === 0 ? '' : `, ${listed(route.when.map(spanWords))}`;
  const whom = route.policy_id === null ? 'notifies nobody' : `policy "${policyName(route.policy_id)}"`;
  return `${route.name}: ${what}${when}: ${whom}.`;
}

/** 'Policy "Default": at once email and Slack; after 10 min Ops phone; again after 30 min, then doubling to 24 h.' */
function policySentence({ name, steps, remind_minutes }: Policy, { channel }: RoutingNames): string {
  const parts = steps.map(({ after_minutes, channels }) => {
    const when = after_minutes === 0 ? 'at once' : `after ${shortDuration(after_minutes * minuteMs)}`;
    return `${when} ${listed(channels.map((ref) => channel(refKey(ref))))}`;
  });
  const again =
    remind_minutes === null ? [] : [`again after ${shortDuration(remind_minutes * minuteMs)}, then doubling to 24 h`];
  return `Policy "${name}": ${parts.length === 0 ? 'notifies nobody' : [...parts, ...again].join('; ')}.`;
}

/** 'critical only, only DOWN and ERROR, quiet mon to fri 22:00 to 07:00'; empty if a channel accepts all. */
const switchesSentence = ({ alert_types, min_severity, quiet }: ChannelSwitches): string =>
  [
    ...(min_severity === 'critical' ? ['critical only'] : []),
    ...(alert_types.length === 0 ? [] : [`only ${listed(alert_types)}`]),
    ...(quiet.length === 0 ? [] : [`quiet ${listed(quiet.map(spanWords))}`]),
  ].join(', ');

/** 'mon to fri 22:00 to 07:00', 'every day 22:00 to 07:00', 'sat and sun 00:00 to 00:00'. */
const spanWords = ({ days, from, to }: TimeSpan): string => `${dayWords(days)} ${from} to ${to}`;

function dayWords(days: readonly Weekday[]): string {
  const at = weekdays.flatMap((day, index) => (days.includes(day) ? [index] : []));
  const [first = 0, last = 0] = [at[0], at.at(-1)];
  if (at.length === weekdays.length) return 'every day';
  const isRow = at.length > 2 && last - first === at.length - 1;
  return isRow ? `${weekdays[first]} to ${weekdays[last]}` : listed(days);
}

const hasTimes = ({ routes, channels }: RoutingDocument): boolean =>
  routes.some(({ when }) => when.length > 0) || Object.values(channels).some(({ quiet }) => quiet.length > 0);

const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
