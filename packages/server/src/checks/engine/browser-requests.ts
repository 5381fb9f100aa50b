import type { ProbeOutcome } from '../../base/domain/check.ts';
import { fault } from '../probe/faults.ts';
import type { Probe } from '../probe/probes/probe.ts';
import type { FromThread } from './thread/thread-messages.ts';

/** The probe thread's side of browser checks; the main thread runs the browser. */
interface BrowserRequests {
  probe: Probe<'URL'>;
  answer(ticket: number, outcome: ProbeOutcome): void;
}

export function createBrowserRequests(hasBrowser: boolean, post: (message: FromThread) => void): BrowserRequests {
  const waiting = new Map<number, (outcome: ProbeOutcome) => void>();
  let lastTicket = 0;
  return {
    probe(target, { timeout_seconds, signal }) {
      if (!hasBrowser) return Promise.resolve(fault('browser', 'browser checks need Chromium'));
      lastTicket += 1;
      const ticket = lastTicket;
      return new Promise((resolve) => {
        const abort = (): void => {
          waiting.delete(ticket);
          post({ type: 'browser-abort', ticket });
          resolve(fault('browser', 'the browser check was ended'));
        };
        signal.addEventListener('abort', abort);
        waiting.set(ticket, (outcome) => {
          signal.removeEventListener('abort', abort);
          resolve(outcome);
        });
        post({ type: 'browser-probe', ticket, target, timeout_seconds });
      });
    },
    answer(ticket, outcome) {
      waiting.get(ticket)?.(outcome);
      waiting.delete(ticket);
    },
  };
}
