import type { ChannelRef } from '@upvigil/core/contract/names/channels';
import { refKey } from '@upvigil/core/contract/names/channels';
import type { ChannelSwitches, Policy, Route, RoutingDocument } from '@upvigil/core/contract/routing';
import { routingMessages } from '@upvigil/core/texts/routing';

/** The changed document, or a sentence that explains why the change is impossible. */
export type Changed = RoutingDocument | { problem: string };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Replaces `original`, or adds a rule at the end. Rules have no ids, so they are matched by content. */
export function withRoute(document: RoutingDocument, original: Route | null, route: Route): Changed {
  if (original === null) return { ...document, routes: [...document.routes, route] };
  const at = document.routes.findIndex((each) => isSame(each, original));
  if (at < 0) return { problem: routingMessages.goneMeanwhile('rule') };
  return { ...document, routes: document.routes.with(at, route) };
}

export function withoutRoute(document: RoutingDocument, route: Route): Changed {
  const at = document.routes.findIndex((each) => isSame(each, route));
  if (at < 0) return { problem: routingMessages.moveLost };
  return { ...document, routes: document.routes.toSpliced(at, 1) };
}

/** Moves a rule down by a number of positions; negative moves up. Stops at either end. */
export function withMovedRoute(document: RoutingDocument, from: number, by: number): RoutingDocument {
  const route = document.routes[from];
  const to = from + by;
  if (!route || to < 0 || to >= document.routes.length) return document;
  return { ...document, routes: document.routes.toSpliced(from, 1).toSpliced(to, 0, route) };
}

/** Replaces `original`, or adds a policy with a new id. */
export function withPolicy(document: RoutingDocument, original: Policy | null, policy: Policy): Changed {
  const { policies } = document;
  if (original === null) {
    const id = Math.max(0, ...policies.map((each) => each.id)) + 1;
    return { ...document, policies: [...policies, { ...policy, id }] };
  }
  const at = policies.findIndex(({ id }) => id === original.id);
  if (at < 0) return { problem: routingMessages.goneMeanwhile('policy') };
  if (!isSame(policies[at], original)) return { problem: routingMessages.changedPart('policy') };
  return { ...document, policies: policies.with(at, policy) };
}

export function withoutPolicy(document: RoutingDocument, { id, name }: Policy): Changed {
  const users = document.routes.filter(({ policy_id }) => policy_id === id).map((route) => `"${route.name}"`);
  if (users.length > 0) return { problem: routingMessages.policyUsed(name, new Intl.ListFormat('en').format(users)) };
  return { ...document, policies: document.policies.filter((each) => each.id !== id) };
}

/** Switches of a channel; undefined if it accepts all alerts. */
export function withSwitches(
  document: RoutingDocument,
  ref: ChannelRef,
  original: ChannelSwitches | undefined,
  switches: ChannelSwitches,
): Changed {
  const key = refKey(ref);
  if (!isSame(document.channels[key], original)) return { problem: routingMessages.changedPart('channel') };
  const takesAll = switches.alert_types.length + switches.quiet.length === 0 && switches.min_severity === 'warning';
  const { [key]: _, ...others } = document.channels;
  return { ...document, channels: takesAll ? others : { ...others, [key]: switches } };
}
