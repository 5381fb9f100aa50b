import type { DiagnosticResult, DiagnosticStatus } from '@upvigil/core/contract/diagnostics';
import type { Tone } from '@upvigil/core/status/tone';

/** How each status looks and reads, the worst first. */
export const looks: Record<DiagnosticStatus, { tone: Tone; word: string }> = {
  fail: { tone: 'down', word: 'Failed' },
  warn: { tone: 'warn', word: 'Warning' },
  ok: { tone: 'up', word: 'OK' },
  skipped: { tone: 'none', word: 'Not asked' },
};
const order = Object.keys(looks);

/** What is broken comes first; else the order stays. */
export const brokenFirst = (results: readonly DiagnosticResult[]): DiagnosticResult[] =>
  [...results].sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));

/** '2 failed, 1 warning', or that nothing is wrong. */
export function summaryOf(results: readonly DiagnosticResult[]): string {
  const count = (status: DiagnosticStatus): number => results.filter((each) => each.status === status).length;
  const [failed, warnings, asked] = [count('fail'), count('warn'), results.length - count('skipped')];
  if (failed + warnings === 0) return `Nothing is wrong: ${asked} of ${results.length} asked`;
  const parts = [
    failed > 0 && `${failed} failed`,
    warnings > 0 && `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
  ];
  return parts.filter(Boolean).join(', ');
}
