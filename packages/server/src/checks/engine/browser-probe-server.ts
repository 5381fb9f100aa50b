import type { ProbeOutcome, TargetOf } from '../../base/domain/check.ts';
import { fault } from '../probe/faults.ts';

/** Runs a page in a browser on the main thread. Ends after `timeoutSeconds` or when aborted. */
export type BrowserProbe = (
  target: TargetOf<'URL'>,
  timeoutSeconds: number,
  signal: AbortSignal,
) => Promise<ProbeOutcome>;

/** The main thread's side of browser checks, which the probe thread requests. */
export function createBrowserProbeServer(
  runBrowserProbe: BrowserProbe | undefined,
  answer: (ticket: number, outcome: ProbeOutcome) => void,
) {
  const running = new Map<number, AbortController>();
  const abort = (ticket: number): void => {
    running.get(ticket)?.abort();
    running.delete(ticket);
  };
  const outcomeOf = async (
    target: TargetOf<'URL'>,
    timeoutSeconds: number,
    signal: AbortSignal,
  ): Promise<ProbeOutcome> => {
    if (!runBrowserProbe) return fault('browser', 'browser checks need Chromium');
    try {
      return await runBrowserProbe(target, timeoutSeconds, signal);
    } catch (error) {
      return fault('browser', error instanceof Error ? error.message : String(error));
    }
  };
  return {
    async run(ticket: number, target: TargetOf<'URL'>, timeoutSeconds: number): Promise<void> {
      const controller = new AbortController();
      running.set(ticket, controller);
      const outcome = await outcomeOf(target, timeoutSeconds, controller.signal);
      if (running.delete(ticket)) answer(ticket, outcome);
    },
    abort,
    abortAll(): void {
      for (const ticket of [...running.keys()]) abort(ticket);
    },
  };
}
