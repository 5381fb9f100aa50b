import { noticeRemedies } from '@upvigil/core/texts/alerts';
import type { EngineStats } from '../../../checks/engine/engine-stats.ts';
import { threadTrouble } from '../../health/health-conditions.ts';
import { type Diagnostic, type Finding, fail, gradeAbove, graded, notRunning, ok, skipped } from '../diagnostic.ts';
import { diagnosticThresholds } from '../thresholds.ts';

const remedy = noticeRemedies.checks_late;

/** Whether checks start when they are due. */
export const scheduler = {
  id: 'scheduler',
  title: 'Check schedule',
  async run({ process: own, clock }) {
    if (own === null) return notRunning;
    const stats = own.engineStats();
    if (stats === null) return skipped('This process runs no checks');
    const trouble = threadTrouble(stats, clock.monotonic());
    if (trouble !== null) return fail(trouble, 'Check the log, and restart the server');
    return scheduleFinding(stats, own.lateness.p99(stats));
  },
} as const satisfies Diagnostic;

/** `p99`: lateness of the last minutes, milliseconds; null when no check was started. */
export function scheduleFinding({ overdue_ms }: Pick<EngineStats, 'overdue_ms'>, p99: number | null): Finding {
  // Includes waiting checks: when nothing starts, the lateness figures stay good.
  const late = Math.max(p99 ?? 0, overdue_ms);
  // A histogram bound is an upper limit, so only higher figures are too late.
  const grade = gradeAbove(late, above(diagnosticThresholds.latenessMilliseconds));
  if (grade === 'ok') return p99 === null ? ok('No check was due') : ok(`99 of 100 checks start within ${p99} ms`);
  const words = Number.isFinite(late) ? `up to ${Math.round(late / 1000)} s` : 'more than 10 s';
  return graded(grade, `Checks start ${words} late`, remedy);
}

const above = ({ warn, fail: bad }: { warn: number; fail: number }) => ({ warn: warn + 1, fail: bad + 1 });
