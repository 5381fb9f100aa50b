import { noticeRemedies } from '@upvigil/core/texts/alerts';
import { targetName } from '../../../base/domain/monitor-name.ts';
import type { EngineStats } from '../../../checks/engine/engine-stats.ts';
import { readUnchecked, type UncheckedMonitor } from '../../../checks/record/faults/unchecked-store.ts';
import { threadTrouble } from '../../health/health-conditions.ts';
import {
  type Diagnostic,
  type Finding,
  fail,
  gradeAbove,
  graded,
  notRunning,
  ok,
  skipped,
  warn,
  withStorage,
} from '../diagnostic.ts';
import { diagnosticThresholds } from '../thresholds.ts';

/** Whether checks start when they are due, and whether any monitor has only faults. */
export const scheduler = {
  id: 'scheduler',
  title: 'Check schedule',
  async run(tools) {
    const { process: own, clock } = tools;
    if (own === null) return notRunning;
    const stats = own.engineStats();
    const trouble = stats && threadTrouble(stats, clock.monotonic());
    if (trouble !== null) return fail(trouble, 'Check the log, and restart the server');
    const schedule = stats ? scheduleFinding(stats, own.lateness.p99(stats)) : skipped('This process runs no checks');
    if (schedule.status === 'warn' || schedule.status === 'fail') return schedule;
    return withStorage(tools, async ({ db }) => {
      const unchecked = await readUnchecked(db, clock.now(), own.presentSince());
      return notCheckedFinding(unchecked.filter(({ isNotChecked }) => isNotChecked)) ?? schedule;
    });
  },
} as const satisfies Diagnostic;

function notCheckedFinding(monitors: readonly UncheckedMonitor[]): Finding | null {
  const [first] = monitors;
  if (first === undefined) return null;
  const subject = monitors.length === 1 ? '1 monitor is' : `${monitors.length} monitors are`;
  const example = `${first.website_name}: ${targetName(first)} (${first.reason})`;
  return warn(
    `${subject} not checked: ${monitors.length === 1 ? '' : 'for example '}${example}`,
    noticeRemedies.not_checked,
  );
}

/** `p99`: lateness of the last minutes, milliseconds; null when no check was started. */
export function scheduleFinding({ overdue_ms }: Pick<EngineStats, 'overdue_ms'>, p99: number | null): Finding {
  // Includes waiting checks: when nothing starts, the lateness figures stay good.
  const late = Math.max(p99 ?? 0, overdue_ms);
  // A histogram bound is an upper limit, so only higher figures are too late.
  const grade = gradeAbove(late, above(diagnosticThresholds.latenessMilliseconds));
  if (grade === 'ok') return p99 === null ? ok('No check was due') : ok(`99 of 100 checks start within ${p99} ms`);
  const words = Number.isFinite(late) ? `up to ${Math.round(late / 1000)} s` : 'more than 10 s';
  return graded(grade, `Checks start ${words} late`, noticeRemedies.checks_late);
}

const above = ({ warn, fail: bad }: { warn: number; fail: number }) => ({ warn: warn + 1, fail: bad + 1 });
