import { RequestError } from '@upvigil/core/contract/errors';
import { maintenanceSentences as said } from '@upvigil/core/contract/fields/input-messages';
import { type MaintenanceInput, maintenanceInput } from '@upvigil/core/contract/maintenance';
import { limits } from '@upvigil/core/limits';
import { overlap, runState } from '@upvigil/core/rules/maintenance-runs';
import { dayMs } from '@upvigil/core/time';
import type { FastifyInstance } from 'fastify';
import {
  aheadMs,
  countRunUpdates,
  insertRunUpdate,
  makeRuns,
  readRuns,
  reevaluateTags,
  releaseAlerts,
  runAnswer,
  runsOf,
  runUpdateAnswer,
  type StoredRun,
} from '../../alerts/maintenance/run-store.ts';
import {
  countWindows,
  deleteWindow,
  findUnknownTargets,
  insertWindow,
  readWindows,
  type StoredWindow,
  updateWindow,
  windowAnswer,
} from '../../alerts/maintenance/window-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { type Handlers, serveEndpoints } from '../http/serve-endpoints.ts';
import { endRun, extendRun, notCovered, startNow } from './manual-runs.ts';

type Targets = Pick<MaintenanceInput, 'website_ids' | 'monitor_ids'>;

export interface MaintenanceRouteDeps {
  db: Database;
  clock: Clock;
  changes: Pick<ChangeFeed, 'publish'>;
  /** This process's cache, reloaded before the response, so that the change applies at once. */
  current: { load(): Promise<unknown> };
}

export function maintenanceRoutes(api: FastifyInstance, { db, clock, changes, current }: MaintenanceRouteDeps): void {
  const publishWindows = async (): Promise<void> => {
    await current.load();
    changes.publish({ is_structural: true, has_deliveries: true });
  };
  const window = async (trx: Database, id: number): Promise<StoredWindow> =>
    found((await readWindows(trx, id))[0], `window ${id}`);
  serveEndpoints(api, 'maintenance', {
    list: async () => (await readWindows(db)).map(windowAnswer),
    get: async ({ params }) => windowAnswer(await window(db, params.windowId)),
    async create({ body, change }) {
      const made = await change(
        async (trx) => {
          await refuseUnfit(trx, body, { now: clock.now(), before: null });
          await refuseMany(trx, clock.now());
          const id = await insertWindow(trx, body, { start_key: null, now: clock.now() });
          await makeRuns(trx, { id, input: body }, clock.now());
          return window(trx, id);
        },
        ({ id }) => ({ id }),
      );
      await publishWindows();
      return windowAnswer(made);
    },
    async update({ params, body, change }) {
      const changed = await change(async (trx) => {
        const before = await window(trx, params.windowId);
        const gone = await findUnknownTargets(trx, before.input);
        const input = merged(withoutTargets(before.input, gone), withoutTargets(body, gone));
        await refuseUnfit(trx, input, { now: clock.now(), before: before.input });
        await updateWindow(trx, before.id, input, clock.now());
        await makeRuns(trx, { id: before.id, input }, clock.now());
        if (String(input.tags) !== String(before.input.tags)) await reevaluateTags(trx, before.id, clock.now());
        await releaseAlerts(trx, { id: before.id, input }, clock.now());
        return window(trx, before.id);
      });
      await publishWindows();
      return windowAnswer(changed);
    },
    async remove({ params, change }) {
      await change(async (trx) => {
        const { id } = await window(trx, params.windowId);
        const now = clock.now();
        const runs = await readRuns(trx, { window_id: id, from: now, to: now + 1 });
        if (runs.length > 0) throw new RequestError('conflict', said.keepRunning);
        await deleteWindow(trx, id);
      });
      await publishWindows();
      return null;
    },
    async runs({ query }) {
      const now = clock.now();
      const from = query.from === undefined ? now : Date.parse(query.from);
      const to = query.to === undefined ? now + aheadMs : Date.parse(query.to);
      return (await readRuns(db, { from, to })).map((one) => runAnswer(one, now));
    },
    ...runHandlers(db, clock, publishWindows),
  });
}

/** Manual changes of one run. */
function runHandlers(
  db: Database,
  clock: Clock,
  publishWindows: () => Promise<void>,
): Pick<Handlers<'maintenance'>, 'start' | 'end' | 'extend' | 'addUpdate'> {
  const run = async (trx: Database, id: number): Promise<StoredRun> =>
    found((await readRuns(trx, { id }))[0], `run ${id}`);
  return {
    async start({ body, change }) {
      const { run: started } = await change(
        async (trx) => {
          await refuseUnknown(trx, body);
          return startNow(trx, body, clock.now(), () => refuseMany(trx, clock.now()));
        },
        ({ run: { window_id }, isNew }) => ({ id: isNew ? window_id : null }),
      );
      await publishWindows();
      return { ...runAnswer(started, clock.now()), not_covered: await notCovered(db, started) };
    },
    async end({ params, change }) {
      await change(async (trx) => {
        await endRun(trx, going(await run(trx, params.runId), clock.now()), clock.now());
      });
      await publishWindows();
      return runAnswer(await run(db, params.runId), clock.now());
    },
    async extend({ params, body, change }) {
      await change(async (trx) => {
        await extendRun(trx, going(await run(trx, params.runId), clock.now()), Date.parse(body.ends_at));
      });
      await publishWindows();
      return runAnswer(await run(db, params.runId), clock.now());
    },
    async addUpdate({ params, body, change }) {
      const made = await change(
        async (trx) => {
          const { id } = await run(trx, params.runId);
          const { updates } = limits.maintenance;
          if ((await countRunUpdates(trx, id)) >= updates) {
            throw new RequestError('conflict', `A run can have ${updates} updates at most`);
          }
          return insertRunUpdate(trx, { run_id: id, body: body.body, created_at: clock.now() });
        },
        ({ id }) => ({ id }),
      );
      await publishWindows();
      return runUpdateAnswer(made);
    },
  };
}

function found<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new RequestError('notFound', `There is no maintenance ${what}`);
  return row;
}

/** Only a run in progress can be ended or extended. */
function going(run: StoredRun, now: number): StoredRun {
  const state = runState(run, now);
  if (state === 'scheduled') throw new RequestError('conflict', said.notBegun);
  if (state !== 'in_progress') throw new RequestError('conflict', said.over);
  return run;
}

/** An absent field keeps its value; the result must be a valid window. */
function merged(before: MaintenanceInput, change: object): MaintenanceInput {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const parsed = maintenanceInput.safeParse({ ...before, ...given });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(String(issue?.path[0] ?? ''), issue?.message ?? '');
}

/** Drops deleted websites and monitors, also when the request still names them. */
function withoutTargets<Of extends { [Field in keyof Targets]?: Targets[Field] | undefined }>(
  of: Of,
  gone: { websites: number[]; monitors: number[] },
): Of {
  const { website_ids, monitor_ids } = of;
  return {
    ...of,
    ...(website_ids && { website_ids: website_ids.filter((id) => !gone.websites.includes(id)) }),
    ...(monitor_ids && { monitor_ids: monitor_ids.filter((id) => !gone.monitors.includes(id)) }),
  };
}

async function refuseUnfit(
  db: Database,
  input: MaintenanceInput,
  times: { now: number; before: MaintenanceInput | null },
): Promise<void> {
  await refuseUnknown(db, input);
  const problem = await scheduleProblem(input, times);
  if (problem) throw refused(problem.field, problem.message);
}

async function refuseUnknown(db: Database, targets: Targets): Promise<void> {
  const unknown = await findUnknownTargets(db, targets);
  if (unknown.websites.length > 0) throw refused('website_ids', `There is no website ${unknown.websites[0]}`);
  if (unknown.monitors.length > 0) throw refused('monitor_ids', `There is no monitor ${unknown.monitors[0]}`);
}

async function refuseMany(db: Database, now: number): Promise<void> {
  const { windows } = limits.maintenance;
  if ((await countWindows(db, now)) >= windows) {
    throw new RequestError('conflict', `There are ${windows} windows already: delete one first`);
  }
}

const refused = (field: string, message: string): RequestError =>
  new RequestError('invalid', message, { errors: [{ field, message }] });

/** Clocks change twice a year; two years cover all overlaps. */
const comparedMs = 2 * 366 * dayMs;

type Scheduled = Pick<MaintenanceInput, 'starts_at' | 'time_zone' | 'duration_minutes' | 'rrule'>;

/**
 * Why a window is refused: it begins in the past, never takes place, or overlaps itself. `before`: the stored window,
 * whose unchanged start may be in the past; null for a new one.
 */
async function scheduleProblem(
  input: Scheduled,
  { now, before }: { now: number; before: Scheduled | null },
): Promise<{ field: string; message: string } | null> {
  const all = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const [start] = await runsOf({ ...input, rrule: null }, all);
  if (!start) return { field: 'starts_at', message: said.startsAt };
  const isSameStart = before?.starts_at === input.starts_at && before.time_zone === input.time_zone;
  if (!isSameStart && start.starts_at < now) return { field: 'starts_at', message: said.startsBefore };
  if (input.rrule === null) return null;
  const [first] = await runsOf(input, { ...all, most: 1 });
  if (!first) return { field: 'rrule', message: said.noDate };
  const from = Math.max(first.starts_at, now);
  return overlap(await runsOf(input, { from, to: from + comparedMs }))
    ? { field: 'rrule', message: said.overlaps }
    : null;
}
