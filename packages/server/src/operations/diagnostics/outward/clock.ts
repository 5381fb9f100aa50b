import { canParseUrl } from '@upvigil/core/contract/fields/can-parse-url';
import { formatDuration } from '@upvigil/core/format/duration';
import { noticeRemedies } from '@upvigil/core/texts/alerts';
import { userAgentFor } from '../../../checks/probe/dialing/user-agent.ts';
import { headerValuesOf } from '../../../checks/probe/http1/answer-head.ts';
import { receiveAnswer } from '../../../checks/probe/http1/receive-answer.ts';
import { requestBytes } from '../../../checks/probe/http1/request-bytes.ts';
import {
  type Diagnostic,
  type DiagnosticTools,
  type Finding,
  gradeAbove,
  graded,
  skipped,
  withStorage,
} from '../diagnostic.ts';
import { readPageTargets } from '../diagnostics-store.ts';
import { diagnosticThresholds } from '../thresholds.ts';
import { originOf } from './origin.ts';

const remedy = noticeRemedies.clock_skew;

/** Compares this machine's clock with the `Date` header of monitored pages, with one HEAD request each. */
export const clock = {
  id: 'clock',
  title: 'System clock',
  run: (tools, { patience: signal }) =>
    withStorage(tools, async ({ db }) => {
      const { least, most } = diagnosticThresholds.clockTargets;
      const targets = originsOf(await readPageTargets(db)).slice(0, most);
      if (targets.length < least)
        return skipped(`Not asked: it needs ${least} monitored pages of different hosts that are up`);
      const offsets = await Promise.all(targets.map((url) => offsetOf(tools, url, signal)));
      return clockFinding(offsets.filter((offset) => offset !== null));
    }),
} as const satisfies Diagnostic;

/** Evaluates the offsets of several targets, in milliseconds ahead of our clock. */
export function clockFinding(offsets: readonly number[]): Finding {
  const { least } = diagnosticThresholds.clockTargets;
  if (offsets.length < least) return skipped(`Too few targets sent their time: ${offsets.length} of ${least}`);
  const off = median(offsets);
  const grade = gradeAbove(Math.abs(off), diagnosticThresholds.clockOffMilliseconds);
  if (grade === 'ok') return graded('ok', `Agrees with ${offsets.length} targets`, remedy);
  const words = `${formatDuration(Math.abs(off) / 1000)} ${off > 0 ? 'slow' : 'fast'}`;
  return graded(grade, `${words}, compared with ${offsets.length} targets`, remedy);
}

function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}

/** One address of each host and port. */
function originsOf(targets: readonly string[]): URL[] {
  const origins = new Map<string, URL>();
  for (const target of targets.filter((text) => canParseUrl(text))) {
    const url = new URL('/', target);
    if (!origins.has(url.host)) origins.set(url.host, url);
  }
  return [...origins.values()];
}

/** How far a target's clock is ahead of ours, milliseconds; null when it sends no time. `Date` has whole seconds. */
async function offsetOf(
  { dialer, clock: own }: DiagnosticTools,
  url: URL,
  signal: AbortSignal,
): Promise<number | null> {
  const { host, port, isSecure } = originOf(url);
  try {
    const socket = await dialer.dial({ host, port, tls: isSecure, signal });
    const giveUp = (): void => void socket.destroy();
    signal.addEventListener('abort', giveUp);
    try {
      const asked = own.now();
      const headers = [['host', url.host] as const, ['user-agent', userAgentFor('clock check')] as const];
      socket.write(requestBytes({ method: 'HEAD', target: '/', headers, body: null }));
      const { head } = await receiveAnswer(socket, 'HEAD', null);
      const [[age], [date]] = [headerValuesOf(head, 'age'), headerValuesOf(head, 'date')];
      // A cache sends the time at which it stored the response.
      if (age !== undefined && age !== '0') return null;
      const served = Date.parse(date ?? '');
      const halfSecond = 500;
      return Number.isNaN(served) ? null : served + halfSecond - (asked + own.now()) / 2;
    } finally {
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
    }
  } catch {
    return null;
  }
}
