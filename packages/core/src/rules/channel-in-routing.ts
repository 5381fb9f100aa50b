import { type ChannelRef, refKey } from '../contract/names/channels.ts';
import { defaultPolicyId, type Policy, type RoutingDocument } from '../contract/routing.ts';

/** The first policy with this channel; null without one. */
export const policyOfChannel = ({ policies }: RoutingDocument, ref: ChannelRef): Policy | null =>
  policies.find(({ steps }) => steps.some(({ channels }) => channels.includes(ref))) ?? null;

/** Adds the channel to the first step of the policy 'Default'. */
export function withInDefault(document: RoutingDocument, ref: ChannelRef): RoutingDocument {
  const policies = document.policies.map((policy) =>
    policy.id === defaultPolicyId ? { ...policy, steps: withInFirst(policy.steps, ref) } : policy,
  );
  return { ...document, revision: document.revision + 1, policies };
}

function withInFirst([first, ...later]: Policy['steps'], ref: ChannelRef): Policy['steps'] {
  if (!first) return [{ after_minutes: 0, channels: [ref] }];
  return [{ ...first, channels: [...new Set([...first.channels, ref])] }, ...later];
}

/** Removes the channel's switches; returns the same document if it has none. */
export function withoutSwitches(document: RoutingDocument, ref: ChannelRef): RoutingDocument {
  if (!Object.hasOwn(document.channels, refKey(ref))) return document;
  const channels = Object.fromEntries(Object.entries(document.channels).filter(([key]) => key !== refKey(ref)));
  return { ...document, revision: document.revision + 1, channels };
}
