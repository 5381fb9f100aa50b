import { secretMissing } from '@upvigil/core/texts/faults';
import type { ProbeOutcome, ProbeTarget } from '../../base/domain/check.ts';
import { down, timedOut } from './failure-text.ts';
import { fault } from './faults.ts';
import type { ProbeTools } from './probe-tools.ts';
import { createTrace } from './tracing/trace.ts';

/**
 * A browser check enforces its own timeout, because its wait for the browser does not count. After this additional time
 * it is ended anyway.
 */
const browserGraceSeconds = 60;

/** Runs a probe for up to `timeoutSeconds`. `controller` ends it early: the reason of its abort becomes the outcome. */
export function probeUnderDeadline(
  target: ProbeTarget,
  timeoutSeconds: number,
  tools: ProbeTools,
  controller: AbortController,
  trace = createTrace(tools.clock, false),
): Promise<ProbeOutcome> {
  if (target.secrets_missing) {
    return Promise.resolve(fault('secret', secretMissing));
  }
  const { clock, dialer, pinger, timeSlices, evaluator, commands, ownName } = tools;
  const { signal } = controller;
  const seconds = timeoutSeconds + (isBrowserPage(target) ? browserGraceSeconds : 0);
  let current: Step = { what: 'starting' };
  return new Promise((resolve) => {
    const timer = setTimeout(() => controller.abort(expired(target, timeoutSeconds, current)), seconds * 1000);
    const end = (outcome: ProbeOutcome): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const onAbort = (): void => end(signal.reason);
    signal.addEventListener('abort', onAbort);
    const step = (what: string, missing?: string): void => {
      current = { what, missing };
    };
    const deadline = clock.monotonic() + seconds * 1000;
    tools
      .probe(target, {
        clock,
        dialer,
        pinger,
        timeSlices,
        evaluator,
        commands,
        ownName,
        signal,
        timeout_seconds: timeoutSeconds,
        deadline,
        step,
        endDeadline: () => clearTimeout(timer),
        trace,
      })
      .then(end, (error) => end(fault('internal', String(error))));
  });
}

export const isBrowserPage = (target: ProbeTarget): boolean => target.kind === 'URL' && target.check_mode === 'browser';

interface Step {
  what: string;
  missing?: string | undefined;
}

function expired(target: ProbeTarget, timeoutSeconds: number, { what, missing }: Step): ProbeOutcome {
  if (isBrowserPage(target)) return fault('browser', 'the browser did not answer');
  return missing === undefined ? timedOut(timeoutSeconds, what) : down(`${missing} within ${timeoutSeconds} s`);
}
