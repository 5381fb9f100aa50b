import { RequestError } from '../contract/errors.ts';
import { maintenanceSentences as said } from '../contract/fields/input-messages.ts';
import type { MaintenanceInput, MaintenanceRun, MaintenanceWindow } from '../contract/maintenance.ts';
import type { Mark, MarkInput } from '../contract/marks.ts';
import { plannedRuns, runState } from '../rules/maintenance-runs.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { find, given, newerThan, refusedField, remove } from './fake-rows.ts';
import { type FakeRun, type FakeState, minutesAgo, nextId } from './fake-state.ts';

export const maintenanceHandlers = (state: FakeState): Pick<FakeHandlers, 'marks' | 'maintenance'> => ({
  marks: {
    list: ({ query }) => {
      const isInWindow = newerThan(state, query.hours);
      return state.marks.filter(({ at }) => isInWindow(at)).sort((one, other) => other.at.localeCompare(one.at));
    },
    create: ({ body }) => addMark(state, body),
    remove: ({ params }) => {
      remove(state.marks, params.markId, 'mark');
      return null;
    },
  },
  maintenance: {
    list: () => [...state.windows].reverse(),
    get: ({ params }) => find(state.windows, params.windowId, 'maintenance window'),
    create: ({ body }) => addWindow(state, body),
    update: ({ params, body }) => {
      const window = find(state.windows, params.windowId, 'maintenance window');
      Object.assign(window, given(body), { updated_at: minutesAgo(0, state.now) });
      makeFakeRuns(state, window);
      return window;
    },
    remove: ({ params }) => {
      const { id } = find(state.windows, params.windowId, 'maintenance window');
      const isGoing = state.runs.some((run) => run.window_id === id && stateOf(state, run) === 'in_progress');
      if (isGoing) throw new RequestError('conflict', said.keepRunning);
      remove(state.windows, id, 'maintenance window');
      state.runs = state.runs.filter(({ window_id }) => window_id !== id);
      return null;
    },
    runs: ({ query }) => {
      const from = query.from === undefined ? state.now() : Date.parse(query.from);
      const to = query.to === undefined ? state.now() + aheadMs : Date.parse(query.to);
      return state.runs
        .filter(({ starts_at, ends_at }) => Date.parse(ends_at) > from && Date.parse(starts_at) < to)
        .sort((one, other) => one.starts_at.localeCompare(other.starts_at))
        .map((run) => fakeRun(state, run));
    },
    start: ({ body: { minutes, key, ...body } }) => {
      const known = key === null ? undefined : state.runKeys.get(key);
      const run = known === undefined ? startFake(state, body, minutes) : find(state.runs, known, 'maintenance run');
      if (key !== null) state.runKeys.set(key, run.id);
      return { ...fakeRun(state, run), not_covered: [] };
    },
    addUpdate: ({ params, body }) => {
      const run = find(state.runs, params.runId, 'maintenance run');
      const added = { id: nextId(state), run_id: run.id, body: body.body, created_at: minutesAgo(0, state.now) };
      run.updates = [added, ...(run.updates ?? [])];
      return added;
    },
    end: ({ params }) => {
      const run = goingRun(state, params.runId);
      run.ends_at = minutesAgo(0, state.now);
      return fakeRun(state, run);
    },
    extend: ({ params, body }) => {
      const run = goingRun(state, params.runId);
      if (body.ends_at <= run.ends_at) throw refusedField('ends_at', said.notLonger);
      run.ends_at = body.ends_at;
      return fakeRun(state, run);
    },
  },
});

const aheadMs = 30 * 86_400_000;

const stateOf = (state: FakeState, { starts_at, ends_at }: FakeRun) =>
  runState({ starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at) }, state.now());

function goingRun(state: FakeState, id: number): FakeRun {
  const run = find(state.runs, id, 'maintenance run');
  const now = stateOf(state, run);
  if (now === 'scheduled') throw new RequestError('conflict', said.notBegun);
  if (now !== 'in_progress') throw new RequestError('conflict', said.over);
  return run;
}

function fakeRun(state: FakeState, run: FakeRun): MaintenanceRun {
  const {
    title,
    public: isPublic,
    website_ids,
    monitor_ids,
    tags,
  } = find(state.windows, run.window_id, 'maintenance window');
  return { ...run, state: stateOf(state, run), title, public: isPublic, website_ids, monitor_ids, tags };
}

/** The fake uses UTC for every time zone. */
function makeFakeRuns(state: FakeState, window: MaintenanceWindow): void {
  const now = state.now();
  const isBegun = ({ window_id, starts_at }: FakeRun): boolean =>
    window_id !== window.id || Date.parse(starts_at) <= now;
  state.runs = state.runs.filter(isBegun);
  const planned = plannedRuns(window, (date, time) => date + time, { from: now, to: now + aheadMs });
  for (const { starts_at, ends_at } of planned.filter((run) => run.starts_at > now)) {
    state.runs.push({
      id: nextId(state),
      window_id: window.id,
      starts_at: new Date(starts_at).toISOString(),
      ends_at: new Date(ends_at).toISOString(),
    });
  }
}

export function addWindow(state: FakeState, input: MaintenanceInput): MaintenanceWindow {
  refuseUnknown(state, input);
  const now = minutesAgo(0, state.now);
  const added = { id: nextId(state), ...input, created_at: now, updated_at: now };
  state.windows.push(added);
  makeFakeRuns(state, added);
  return added;
}

function refuseUnknown(
  state: FakeState,
  { website_ids, monitor_ids }: Pick<MaintenanceInput, 'website_ids' | 'monitor_ids'>,
): void {
  const website = website_ids.find((id) => !state.websites.some((one) => one.id === id));
  if (website !== undefined) throw refusedField('website_ids', `There is no website ${website}`);
  const monitor = monitor_ids.find((id) => ![...state.urls, ...state.monitors].some((one) => one.id === id));
  if (monitor !== undefined) throw refusedField('monitor_ids', `There is no monitor ${monitor}`);
}

type StartInput = Pick<MaintenanceInput, 'title' | 'website_ids' | 'monitor_ids' | 'public'> &
  Partial<Pick<MaintenanceInput, 'tags'>>;

/** Begins a run now. */
export function startFake(state: FakeState, input: StartInput, minutes: number): FakeRun {
  const now = state.now();
  const window = addWindow(state, {
    body: '',
    time_zone: 'UTC',
    rrule: null,
    announce_hours: 24,
    notify: false,
    tags: [],
    duration_minutes: minutes,
    ...input,
    starts_at: new Date(now).toISOString().slice(0, 16),
  });
  const ends_at = new Date(now + minutes * 60_000).toISOString();
  const run = { id: nextId(state), window_id: window.id, starts_at: new Date(now).toISOString(), ends_at };
  state.runs = [...state.runs.filter(({ window_id }) => window_id !== window.id), run];
  return run;
}

export function addMark(state: FakeState, input: MarkInput): Mark {
  const website = state.websites.find(({ id }) => id === input.website_id);
  if (input.website_id !== null && !website) {
    throw refusedField('website_id', `There is no website ${input.website_id}`);
  }
  const now = minutesAgo(0, state.now);
  const added: Mark = {
    id: nextId(state),
    ...input,
    at: input.at ?? now,
    website_name: website?.name ?? null,
    created_at: now,
  };
  state.marks.push(added);
  return added;
}
