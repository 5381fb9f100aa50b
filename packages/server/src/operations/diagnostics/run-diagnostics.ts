import type { DiagnosticResult } from '@upvigil/core/contract/diagnostics';
import { foreignText } from '@upvigil/core/format/foreign-text';
import { testDeadline } from '../../alerts/notify/test-deadline.ts';
import type { Diagnostic, DiagnosticTools, Finding } from './diagnostic.ts';
import { fail } from './diagnostic.ts';
import { diagnosticTimes } from './thresholds.ts';

interface RunOptions {
  isDeep: boolean;
  /** Called with an error that a diagnostic threw, which is a bug. */
  onError(error: unknown, id: string): void;
  /** Milliseconds for each diagnostic; absent: the default. */
  limit?: number;
}

/** Runs all at once. Resolves when each has answered or reached its time limit. Results keep the given order. */
export const runDiagnostics = (
  chosen: readonly Diagnostic[],
  tools: DiagnosticTools,
  options: RunOptions,
): Promise<DiagnosticResult[]> => Promise.all(chosen.map((each) => runOne(each, tools, options)));

/** Diagnostics that read files get more time when a deep run was requested; those that wait for others do not. */
const isReader = ({ id }: Diagnostic): boolean => id === 'database' || id === 'backup';

async function runOne(diagnostic: Diagnostic, tools: DiagnosticTools, options: RunOptions): Promise<DiagnosticResult> {
  const { isDeep, onError } = options;
  const { clock } = tools;
  const usual = isDeep && isReader(diagnostic) ? diagnosticTimes.deep : diagnosticTimes.each;
  const limit = options.limit ?? usual;
  const started = clock.monotonic();
  const controller = new AbortController();
  const asked = Promise.resolve()
    .then(() =>
      diagnostic.run(tools, { signal: controller.signal, patience: patienceOf(controller.signal, limit), isDeep }),
    )
    .catch((error: unknown) => {
      if (!controller.signal.aborted) onError(error, diagnostic.id);
      return fail('This diagnostic itself failed', 'Check the log of the server, and report the problem');
    });
  const finding = await firstOf(asked, limit, controller);
  return {
    id: diagnostic.id,
    title: diagnostic.title,
    ...finding,
    // A message may quote another server.
    message: foreignText(finding.message),
    took_ms: Math.round(clock.monotonic() - started),
    checked_at: new Date(clock.now()).toISOString(),
  };
}

/** Share of a diagnostic's time limit that other servers have for their answers. */
const patientPart = 0.7;

const patienceOf = (signal: AbortSignal, limit: number): AbortSignal =>
  AbortSignal.any([signal, testDeadline(limit * patientPart)]);

async function firstOf(asked: Promise<Finding>, limit: number, controller: AbortController): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(tooLate(limit)), limit);
  });
  const finding = await Promise.race([asked, over]);
  clearTimeout(timer);
  // Closes what the diagnostic left open, whether it finished in time or not.
  controller.abort(new Error(`no answer within ${limit / 1000} s`));
  return finding;
}

const tooLate = (limit: number): Finding =>
  fail(
    `No answer within ${limit / 1000} s`,
    'Run it again; if it stays so, its target is down or cannot be reached from here',
  );
