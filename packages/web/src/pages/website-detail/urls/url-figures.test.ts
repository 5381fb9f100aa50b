import type { UrlCheck } from '@upvigil/core/contract/checks';
import { emptyState } from '@upvigil/core/testing/fake-state';
import { addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, it } from 'vitest';
import { figuresOf, foldChecks } from './url-figures.ts';

function checksOf(...codes: number[]): UrlCheck[] {
  const state = emptyState();
  const url = addUrl(state, addWebsite(state).id);
  for (const status_code of codes.toReversed()) {
    addUrlCheck(state, url, { status_code, response_time: status_code === 200 ? 0.5 : null });
  }
  return state.urlChecks;
}
const shape = (checks: UrlCheck[], unfolded: string[] = []) =>
  foldChecks(checks, new Set(unfolded)).map(({ check, alike }) =>
    alike.length > 0 ? alike.length : check.status_code,
  );

describe('checks of a history', () => {
  it('fold equal consecutive failures, except the newest two', () => {
    expect(shape(checksOf(503, 503, 503, 503, 503, 200, 200, 200, 200, 503))).toEqual([
      503, 503, 3, 200, 200, 200, 200, 503,
    ]);
    expect(shape(checksOf(503, 503, 503, 200))).toEqual([503, 503, 503, 200]);
    expect(shape(checksOf(503, 500, 503, 500, 503))).toEqual([503, 500, 503, 500, 503]);
  });

  it('stay unfolded when newer ones arrive', () => {
    const checks = checksOf(503, 503, 503, 503, 503);
    const key = foldChecks(checks, new Set()).at(-1)?.key ?? '';
    expect(shape(checks, [key])).toEqual([503, 503, 503, 503, 503]);
    const [newest] = checks;
    if (newest) expect(shape([{ ...newest, id: 99 }, ...checks], [key])).toHaveLength(6);
  });

  it('have figures over successful responses', () => {
    expect(figuresOf(checksOf(503, 200, 200))).toEqual({ checks: 3, failed: 1, median: 0.5, p95: 0.5 });
    expect(figuresOf(checksOf(503))).toEqual({ checks: 1, failed: 1, median: null, p95: null });
  });
});
