import { describe, expect, it } from 'vitest';
import type { DialStep } from '../../probe/dialing/dialer.ts';
import { outcomeOfFailure } from './page-failure.ts';

const timeout = Object.assign(new Error('Timeout 1000ms exceeded'), { name: 'TimeoutError' });
const visit = { status: null, loadMilliseconds: null, error: timeout, hasCrashed: false };
const outcomeOf = (step: DialStep | undefined, status: number | null = null) =>
  outcomeOfFailure(
    { ...visit, status, failedUrl: 'https://shop.test/page' },
    { failureOf: () => undefined, stepOf: (host, port) => (host === 'shop.test' && port === 443 ? step : undefined) },
    3,
  );

describe('a page that did not load in time', () => {
  it('is a fault of this machine while its name is looked up, as for every other check', () => {
    expect(outcomeOf('looking up the name')).toMatchObject({ outcome: 'fault', fault: 'resolver' });
  });

  it.each([
    ['waiting for the name server of the domain', null, 'waiting for the name server of the domain'],
    ['connecting', null, 'connecting'],
    [undefined, null, 'waiting for the answer'],
    [undefined, 200, 'loading the page'],
  ] as const)('is down while %s', (step, status, words) => {
    expect(outcomeOf(step, status)).toMatchObject({ outcome: 'down', reason: `timed out after 3 s while ${words}` });
  });

  it('is unanswered only where the target took no connection', () => {
    const unanswered = { is_unanswered: true };
    expect(outcomeOf('connecting')).toMatchObject(unanswered);
    expect(outcomeOf('negotiating TLS')).not.toMatchObject(unanswered);
    expect(outcomeOf(undefined)).not.toMatchObject(unanswered);
    expect(outcomeOf(undefined, 200)).not.toMatchObject(unanswered);
  });
});
