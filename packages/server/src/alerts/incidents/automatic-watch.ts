import { minuteMs } from '@upvigil/core/time';
import type { Cancel, Clock } from '../../base/clock.ts';
import type { Change, ChangeFeed } from '../../base/domain/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { carryOut } from './automatic-changes.ts';
import { readAutomaticFacts } from './automatic-store.ts';
import { type AutomaticFacts, decideAutomatic } from './decide-automatic.ts';

interface AutomaticWatchOptions {
  db: Database;
  clock: Clock;
  changes: ChangeFeed;
  onError(error: unknown): void;
}

/** Upper limit between evaluations: completes the work of a failed process, and limits the effect of clock changes. */
const atLeastEveryMs = minuteMs;
/** Delay after a change by another process, and after a failure. */
const soonMs = 5_000;

export type AutomaticWatch = ReturnType<typeof createAutomaticWatch>;

/** Opens incidents automatically, adds further monitors and resolves them. Runs in one or several processes. */
export function createAutomaticWatch({ db, clock, changes, onError }: AutomaticWatchOptions) {
  let seen: Seen = null;
  let looking: Promise<void> | null = null;
  let isDueAgain = false;
  let isStopped = false;
  let unsubscribe: Cancel = () => undefined;

  const timer = createTimer(clock, () => look());
  const lookIn = (milliseconds: number): void => {
    if (!isStopped) timer.callIn(milliseconds);
  };
  const lookOnce = async (): Promise<void> => {
    const facts = await readAutomaticFacts(db);
    seen = outagesIn(facts);
    if (facts === null) return;
    const { actions, nextAt } = decideAutomatic(facts, clock.now());
    let isNew = false;
    for (const action of actions) isNew = (await carryOut(db, action, clock.now())) || isNew;
    if (isNew) changes.publish({ is_structural: true });
    if (nextAt !== null) lookIn(Math.max(0, nextAt - clock.now()));
  };
  const work = async (): Promise<void> => {
    do {
      isDueAgain = false;
      await lookOnce();
    } while (isDueAgain && !isStopped);
  };
  const look = (): void => {
    isDueAgain = true;
    if (isStopped) return;
    looking ??= work()
      .then(() => lookIn(atLeastEveryMs))
      .catch((error: unknown) => {
        onError(error);
        lookIn(soonMs);
      })
      .finally(() => {
        looking = null;
      });
  };
  return {
    async start(): Promise<void> {
      unsubscribe = changes.subscribe((change) => {
        const when = howSoon(change, seen);
        if (when === 'now') look();
        if (when === 'soon') lookIn(soonMs);
      });
      look();
      await looking;
    },
    /** Resolves when no evaluation is under way. */
    settled: async (): Promise<void> => void (await looking),
    async stop(): Promise<void> {
      isStopped = true;
      unsubscribe();
      timer.cancel();
      await looking;
    },
  };
}

/** Calls back once, at the earliest requested time. */
function createTimer(clock: Pick<Clock, 'monotonic' | 'after'>, callback: () => void) {
  let cancel: Cancel = () => undefined;
  /** Milliseconds of `clock.monotonic()`. */
  let dueAt = Number.POSITIVE_INFINITY;
  return {
    callIn(milliseconds: number): void {
      const at = clock.monotonic() + milliseconds;
      if (at >= dueAt) return;
      cancel();
      dueAt = at;
      cancel = clock.after(milliseconds, () => {
        dueAt = Number.POSITIVE_INFINITY;
        callback();
      });
    },
    cancel: () => cancel(),
  };
}

/** The known outage of each monitor; null while automatic incidents are not in use. */
type Seen = ReadonlyMap<number, number> | null;

const outagesIn = (facts: AutomaticFacts | null): Seen =>
  facts && new Map(facts.outages.map(({ monitor_id, alert_id }) => [monitor_id, alert_id]));

/** Ignores checks that change no outage: they arrive all the time. */
function howSoon(change: Change, seen: Seen): 'now' | 'soon' | null {
  if (change.is_structural || change.is_replaced) return 'now';
  if (seen === null) return null;
  if (change.monitors === null) return change.website_ids.length > 0 ? 'soon' : null;
  return change.monitors.some(({ id, outage_alert_id }) => (seen.get(id) ?? null) !== outage_alert_id) ? 'now' : null;
}
