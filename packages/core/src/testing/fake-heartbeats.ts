import type { Endpoint } from '../contract/endpoint.ts';
import { RequestError } from '../contract/errors.ts';
import type { Heartbeat, HeartbeatPingWithText, heartbeatEndpoints } from '../contract/heartbeats.ts';
import { checkStateLetters, mostRecentChecks } from '../contract/names/states.ts';
import { defaults } from '../defaults.ts';
import { cronProblem, dueTimesAfter } from '../rules/due-times.ts';
import { heartbeatMessages } from '../texts/heartbeats.ts';
import type { Handler } from './fake-endpoints.ts';
import { find, given, refusedField, remove } from './fake-rows.ts';
import { type FakeHeartbeat, type FakeState, minutesAgo, nextId } from './fake-state.ts';
import { neverChecked } from './fake-watched.ts';

type Handlers = {
  [Name in keyof typeof heartbeatEndpoints]: (typeof heartbeatEndpoints)[Name] extends infer E extends Endpoint
    ? Handler<E>
    : never;
};

const fakeKey = (id: number): string => `6f1c2d3e-4a5b-4c6d-8e7f-${String(id).padStart(12, '0')}`;

const addresses = (key: string) => ({
  key,
  ping_url: `https://status.example.org/ping/${key}`,
  push_url: `https://status.example.org/api/push/${key}`,
});

export function addHeartbeat(
  state: FakeState,
  websiteId: number,
  heartbeat: Partial<Omit<FakeHeartbeat, 'key'>> & { key?: string | undefined } = {},
): FakeHeartbeat {
  const id = nextId(state);
  const { uptime_24h, coverage_24h, last_check_time, recent_checks } = neverChecked;
  const { key = fakeKey(id), ...fields } = heartbeat;
  const added: FakeHeartbeat = {
    id,
    website_id: websiteId,
    name: `Heartbeat ${id}`,
    description: null,
    ...defaults.monitor,
    tags: [],
    ...defaults.heartbeat,
    period: fields.cron ? null : 3600,
    cron: null,
    max_runtime: null,
    slow_runtime: null,
    severity: null,
    created_at: minutesAgo(60 * 24, state.now),
    state: 'new',
    ...addresses(key),
    next_due_at: null,
    last_run: null,
    time_zone_hint: null,
    secrets_missing: false,
    is_up: null,
    last_check_time,
    uptime_24h,
    coverage_24h,
    recent_checks,
    pings: [],
    ...fields,
  };
  state.heartbeats.push(added);
  return added;
}

/** Adds a finished run of 4 minutes with its end ping. */
export function addRun(
  state: FakeState,
  heartbeat: FakeHeartbeat,
  { code = 0, text = null, minutes = 1 }: { code?: number; text?: string | null; minutes?: number } = {},
): HeartbeatPingWithText {
  const isUp = code === 0;
  const received_at = minutesAgo(minutes, state.now);
  const ping: HeartbeatPingWithText = {
    n: (heartbeat.pings[0]?.n ?? 0) + 1,
    type: isUp ? 'success' : 'fail',
    received_at,
    code,
    rid: null,
    runtime: 240,
    ignored: false,
    has_text: text !== null,
    text,
  };
  heartbeat.pings.unshift(ping);
  const recent = heartbeat.recent_checks ?? neverChecked.recent_checks;
  Object.assign(heartbeat, {
    state: isUp ? 'up' : 'down',
    is_up: isUp,
    last_run: { started_at: minutesAgo(minutes + 4, state.now), ended_at: received_at, code, runtime: 240 },
    last_check_time: received_at,
    next_due_at: nextDue(heartbeat, state.now()),
    recent_checks: {
      states: `${recent.states}${checkStateLetters[isUp ? 'up' : 'down']}`.slice(-mostRecentChecks),
      ms: [...recent.ms, null].slice(-mostRecentChecks),
    },
  });
  return ping;
}

const nextDue = (schedule: Pick<Heartbeat, 'period' | 'cron' | 'time_zone'>, now: number): string | null =>
  dueTimesAfter(schedule, now, 1).map(toTime)[0] ?? null;

const toTime = (at: number): string => new Date(at).toISOString();

export const heartbeatHandlers = (state: FakeState): Handlers => {
  const byId = ({ heartbeatId }: { heartbeatId: number }) => find(state.heartbeats, heartbeatId, 'heartbeat');
  return {
    listByWebsite: ({ params }) => {
      const { id } = find(state.websites, params.websiteId, 'website');
      return state.heartbeats.filter(({ website_id }) => website_id === id);
    },
    create: ({ params, body: { clone_of, ...body } }) => {
      const { id } = find(state.websites, params.websiteId, 'website');
      if (clone_of !== undefined) find(state.heartbeats, clone_of, 'heartbeat');
      refuseSchedule(body);
      refuseTakenKey(state, body.key, null);
      return addHeartbeat(state, id, body);
    },
    get: ({ params }) => byId(params),
    update: ({ params, body }) => {
      const heartbeat = byId(params);
      const { key, ...change } = given(body) as typeof body;
      refuseTakenKey(state, key, heartbeat.id);
      if (change.period) change.cron ??= null;
      else if (change.cron) change.period = null;
      if (change.cron !== undefined) refuseSchedule({ cron: change.cron });
      return Object.assign(heartbeat, change, key === undefined ? {} : addresses(key));
    },
    remove: ({ params }) => {
      remove(state.heartbeats, params.heartbeatId, 'heartbeat');
      return null;
    },
    rotate: ({ params }) => Object.assign(byId(params), addresses(fakeKey(nextId(state))), { secrets_missing: false }),
    pings: ({ params }) => byId(params).pings,
    ping: ({ params }) => {
      const found = byId(params).pings.find(({ n }) => n === params.n);
      if (!found) throw new RequestError('notFound', `There is no ping ${params.n}`);
      return found;
    },
    preview: ({ body }) => {
      refuseSchedule(body);
      return { due_at: dueTimesAfter(body, state.now(), 5).map(toTime) };
    },
  };
};

function refuseSchedule({ cron }: Pick<Heartbeat, 'cron'>): void {
  const problem = cron === null ? null : cronProblem(cron);
  if (problem !== null)
    throw refusedField('cron', problem === 'malformed' ? heartbeatMessages.cron : heartbeatMessages.neverDue);
}

function refuseTakenKey({ heartbeats }: FakeState, key: string | undefined, ownId: number | null): void {
  if (heartbeats.some((each) => each.key === key && each.id !== ownId))
    throw refusedField('key', heartbeatMessages.keyTaken);
}
