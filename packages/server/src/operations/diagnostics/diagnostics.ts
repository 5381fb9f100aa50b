import { type DiagnosticId, type DiagnosticResult, diagnosticIds } from '@upvigil/core/contract/diagnostics';
import type { DiagnosticTools } from './diagnostic.ts';
import { diagnostics } from './registry.ts';
import { runDiagnostics } from './run-diagnostics.ts';
import { diagnosticTimes } from './thresholds.ts';

interface DiagnosticsOptions {
  tools: DiagnosticTools;
  log: { error(fields: object, message: string): void };
}

interface DiagnosticsRequest {
  /** Absent: all. */
  only?: readonly DiagnosticId[] | undefined;
  deep: boolean;
}

interface Kept {
  result: DiagnosticResult;
  /** Milliseconds of `clock.monotonic()`. */
  at: number;
  isDeep: boolean;
}

export type Diagnostics = ReturnType<typeof createDiagnostics>;

export function createDiagnostics({ tools, log }: DiagnosticsOptions) {
  const { clock } = tools;
  const kept = new Map<DiagnosticId, Kept>();
  let last: Promise<unknown> = Promise.resolve();

  const isFresh = (id: DiagnosticId, deep: boolean): boolean => {
    const known = kept.get(id);
    return known !== undefined && clock.monotonic() - known.at < diagnosticTimes.kept && (known.isDeep || !deep);
  };
  const runMissing = async (ids: readonly DiagnosticId[], deep: boolean): Promise<DiagnosticResult[]> => {
    const missing = ids.filter((id) => !isFresh(id, deep)).map((id) => diagnostics[id]);
    const onError = (error: unknown, id: string): void =>
      log.error({ err: error, diagnostic: id }, 'a diagnostic failed');
    const found = await runDiagnostics(missing, tools, { isDeep: deep, onError });
    for (const result of found) kept.set(result.id, { result, at: clock.monotonic(), isDeep: deep });
    return ids.flatMap((id) => kept.get(id)?.result ?? []);
  };

  return {
    /** The results in the order of the contract. Reuses results of the last 30 s. Concurrent requests share one run. */
    run({ only, deep }: DiagnosticsRequest): Promise<DiagnosticResult[]> {
      const ids = diagnosticIds.filter((id) => only === undefined || only.includes(id));
      const run = last.then(() => runMissing(ids, deep));
      last = run.catch(() => undefined);
      return run;
    },
  };
}
