import type { AnyConfig } from '../contract/channel-kinds/config-fields.ts';
import { maskConfig } from '../contract/channel-kinds/config-secrets.ts';
import { channelConfigs } from '../contract/channel-kinds/registry.ts';
import type { Channel, ChannelInput } from '../contract/channels.ts';
import type { Drill } from '../contract/drills.ts';
import { RequestError } from '../contract/errors.ts';
import { type BuiltInChannel, builtInChannels, channelNames } from '../contract/names/channels.ts';
import type { Report, ReportInput } from '../contract/reports.ts';
import { defaultPolicyId, type Explanation } from '../contract/routing.ts';
import type { SilenceInput } from '../contract/silences.ts';
import { policyOfChannel, withInDefault, withoutSwitches } from '../rules/channel-in-routing.ts';
import { unprovenSince } from '../status/proof.ts';
import { channelSentences } from '../texts/channels.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { find, given, newerThan, refusedField, remove } from './fake-rows.ts';
import { type FakeState, minutesAgo, nextId } from './fake-state.ts';

type AlertingGroups = 'channels' | 'routing' | 'silences' | 'drills' | 'notices' | 'reports';

export const alertingHandlers = (state: FakeState): Pick<FakeHandlers, AlertingGroups> => ({
  channels: {
    list: () => state.channels,
    get: ({ params }) => find(state.channels, params.channelId, 'channel'),
    create: ({ body }) => {
      refuseName(state, body.name, null);
      return { ...addChannel(state, body), secret: madeSecret(body) };
    },
    update: ({ params, body: { config, ...rest } }) => {
      const channel = find(state.channels, params.channelId, 'channel');
      refuseName(state, rest.name, channel.id);
      return Object.assign(channel, rest, { config: masked(rest.kind, config) });
    },
    remove: ({ params }) => {
      refuseUsed(state, find(state.channels, params.channelId, 'channel').id);
      remove(state.channels, params.channelId, 'channel');
      state.routing = withoutSwitches(state.routing, params.channelId);
      return null;
    },
    test: () => ({ success: true, message: channelSentences.tested }),
    testSaved: ({ params }) => {
      find(state.channels, params.channelId, 'channel');
      return { success: true, message: channelSentences.tested };
    },
    rotateSecret: ({ params }) => {
      const { kind } = find(state.channels, params.channelId, 'channel');
      if (kind !== 'webhook') throw new RequestError('conflict', channelSentences.noSigningSecret);
      return { secret: fakeSecret };
    },
    webPushKey: () => ({ public_key: 'B'.repeat(87) }),
  },
  routing: {
    get: () => state.routing,
    update: ({ body }) => {
      if (body.revision !== state.routing.revision) {
        throw new RequestError('conflict', 'The routing has changed: load it again');
      }
      state.routing = { ...body, revision: body.revision + 1 };
      return state.routing;
    },
    explain: ({ body }) => fakeExplanation(state, body.monitor_id),
  },
  silences: {
    list: () => [...state.silences].sort((one, other) => one.until.localeCompare(other.until)),
    create: ({ body }) => addSilence(state, body),
    remove: ({ params }) => {
      remove(state.silences, params.silenceId, 'silence');
      return null;
    },
  },
  drills: {
    list: () => fakeDrills(state),
    start: ({ body }) => {
      const meant = fakeDrills(state).filter(({ ref }) => body.ref === null || ref === body.ref);
      if (meant.length === 0 && body.ref !== null) {
        throw new RequestError('notFound', `There is no channel ${body.ref}`);
      }
      for (const drill of meant) state.drilled.set(drill.ref, minutesAgo(0, state.now));
      return fakeDrills(state).filter(({ ref }) => meant.some((one) => one.ref === ref));
    },
  },
  notices: {
    list: ({ query }) => {
      const isInWindow = newerThan(state, query.hours);
      return state.notices.filter(({ ended_at }) => ended_at === null || isInWindow(ended_at));
    },
  },
  reports: {
    list: () => state.reports,
    create: ({ body }) => addReport(state, body),
    update: ({ params, body }) => Object.assign(find(state.reports, params.reportId, 'report'), given(body)),
    remove: ({ params }) => {
      remove(state.reports, params.reportId, 'report');
      return null;
    },
    send: ({ params }) => {
      const report = find(state.reports, params.reportId, 'report');
      report.last_sent_at = minutesAgo(0, state.now);
      return { success: true, message: `Report sent to ${report.recipients.join(', ')}` };
    },
  },
});

const fakeSecret = `whsec_${'A'.repeat(43)}=`;

const madeSecret = ({ kind, config }: Pick<ChannelInput, 'kind' | 'config'>): string | null =>
  kind === 'webhook' && (config as AnyConfig).secret === '' ? fakeSecret : null;

const masked = (kind: Channel['kind'], config: object): AnyConfig =>
  maskConfig(channelConfigs[kind].fields, config as AnyConfig);

type ChannelMade = Pick<ChannelInput, 'kind' | 'name' | 'config'> & Partial<Omit<Channel, 'kind' | 'name' | 'config'>>;

export function addChannel(state: FakeState, made: ChannelMade & { add_to_default_policy?: boolean }): Channel {
  const { kind, name, config, enabled = true, add_to_default_policy = false, ...rest } = made;
  const id = nextId(state);
  const added: Channel = {
    id,
    kind,
    name,
    enabled,
    config: masked(kind, config),
    created_at: minutesAgo(0, state.now),
    last_sent_at: null,
    proven_at: null,
    last_error: null,
    secrets_missing: false,
    ...rest,
  };
  state.channels.push(added);
  if (add_to_default_policy) {
    state.routing = withInDefault(state.routing, id);
  }
  return added;
}

function refuseUsed(state: FakeState, id: number): void {
  const policy = policyOfChannel(state.routing, id);
  if (policy) throw new RequestError('conflict', channelSentences.inUse(policy.name));
}

function refuseName(state: FakeState, name: string, id: number | null): void {
  if (!state.channels.some((other) => other.id !== id && other.name === name)) return;
  throw refusedField('name', channelSentences.nameTaken(name));
}

export function addSilence(state: FakeState, { website_id, monitor_id, until, reason }: SilenceInput) {
  const monitor = [...state.monitors, ...state.heartbeats].find(({ id }) => id === monitor_id);
  const url = state.urls.find(({ id }) => id === monitor_id);
  const website = state.websites.find(({ id }) => id === (website_id ?? monitor?.website_id ?? url?.website_id));
  if (!website) throw refusedField(website_id === null ? 'monitor_id' : 'website_id', 'There is no such target');
  const added = {
    id: nextId(state),
    website_id,
    monitor_id,
    until,
    reason,
    created_at: minutesAgo(0, state.now),
    website_name: website.name,
    monitor_name: monitor?.name ?? url?.url ?? null,
  };
  state.silences.push(added);
  return added;
}

export function addReport(state: FakeState, input: ReportInput): Report {
  const added: Report = {
    id: nextId(state),
    ...input,
    last_sent_at: null,
    last_error: null,
    next_at: input.enabled ? minutesAgo(-60, state.now) : null,
  };
  state.reports.push(added);
  return added;
}

const isOn = ({ settings, slack }: FakeState, ref: BuiltInChannel): boolean =>
  ref === 'slack' ? [...slack.values()].some(({ enabled }) => enabled) : settings[`${ref}_enabled`];

/** Every added channel, and the built-in ones that are on. Only email has recipients. */
function fakeDrills(state: FakeState): Drill[] {
  type Drilled = Pick<Drill, 'ref' | 'kind' | 'name' | 'proven_at'> & { added_at: string | null };
  const all: Drilled[] = [
    ...builtInChannels
      .filter((ref) => isOn(state, ref))
      .map((ref) => ({ ref, kind: ref, name: channelNames[ref], proven_at: null, added_at: null })),
    ...state.channels.map(({ id, kind, name, proven_at, created_at: added_at }) => {
      return { ref: id, kind, name, proven_at, added_at };
    }),
  ];
  return all.map(({ added_at, ...one }) => {
    const recipient = one.ref === 'email' ? state.settings.email_list || null : null;
    const sent_at = state.drilled.get(one.ref) ?? null;
    const unproven_since = unprovenSince({ proven_at: one.proven_at, added_at, first_drill_at: sent_at });
    return { ...one, recipient, sent_at, confirmed_at: null, unproven_since };
  });
}

/** All channels of the policy Default, at once: the fake evaluates no rules. */
function fakeExplanation(state: FakeState, monitorId: number): Explanation {
  if (![...state.urls, ...state.monitors].some(({ id }) => id === monitorId)) {
    throw new RequestError('notFound', `There is no monitor ${monitorId}`);
  }
  const policy = state.routing.policies.find(({ id }) => id === defaultPolicyId);
  const channels = (policy?.steps ?? []).flatMap(({ channels: refs }, step) =>
    refs.map((ref) => {
      const own = state.channels.find(({ id }) => id === ref);
      const kind = own?.kind ?? (ref as (typeof builtInChannels)[number]);
      const at = minutesAgo(0, state.now);
      return { ref, kind, name: own?.name ?? channelNames[kind], step, told: 'now' as const, at, reason: null };
    }),
  );
  return { route: null, policy: policy?.name ?? null, channels };
}
