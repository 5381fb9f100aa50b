import type { Alert, Delivery } from '@upvigil/core/contract/alerts';
import { limits } from '@upvigil/core/limits';
import { outagesFromAlerts } from '@upvigil/core/status/outages';
import { emptyState } from '@upvigil/core/testing/fake-state';
import { addAlert, deliveryOf } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { headWords } from './head-words.ts';
import { countWords, cutOffAt, outageFigures } from './outage-figures.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 20, 18);
const range = { from: now - 60 * minute, to: now };

/** Alert of a URL this many minutes ago. */
function alertOf(url_id: number, minutes: number, alert_type: Alert['alert_type'], deliveries: Delivery[] = []): Alert {
  const verbs = {
    DOWN: 'down: x',
    ERROR: 'down: y',
    SLOW: 'slow: z',
    METADATA_MISSING: '',
    RECOVERED: 'up again',
    CERT_EXPIRING: '',
    DOMAIN_EXPIRING: '',
  };
  return addAlert(
    emptyState(),
    { id: 1, name: 'Shop' },
    {
      url_id,
      alert_type,
      message: `Shop: url${url_id} is ${verbs[alert_type]}`,
      created_at: new Date(now - minutes * minute).toISOString(),
      deliveries,
    },
  );
}
const figuresOf = (...alerts: Alert[]) => outageFigures(alerts, outagesFromAlerts(alerts), range);

it('counts open and ended problems; the downtime includes outages only', () => {
  const figures = figuresOf(
    alertOf(1, 42, 'DOWN'),
    alertOf(2, 30, 'ERROR'),
    alertOf(2, 20, 'RECOVERED'),
    alertOf(3, 50, 'SLOW'),
  );
  expect(figures).toMatchObject({ open: 2, ended: 1, outages: 2, recovered: 1 });
  expect(figures.downMs / minute).toBe(42 + 10);
  expect(figures.meanRecoveryMs).toBe(10 * minute);
  expect(figures.longestMs).toBe(50 * minute);
  expect(countWords(figures.outageTypes)).toBe('1 DOWN, 1 ERROR');
});

it('counts only the part of an outage within the range', () => {
  const figures = figuresOf(alertOf(1, 45, 'RECOVERED'), alertOf(2, 90, 'DOWN'));
  expect(figures.downMs / minute).toBe(15 + 60);
  expect(figures.meanRecoveryMs).toBeNull();
});

it('counts no duration for an outage with an unknown end', () => {
  expect(figuresOf(alertOf(1, 50, 'DOWN'), alertOf(1, 10, 'DOWN')).downMs / minute).toBe(10);
});

it('counts sent and failed deliveries by channel', () => {
  const figures = figuresOf(
    alertOf(1, 5, 'DOWN', [
      deliveryOf({ channel: 'email', status: 'sent' }),
      deliveryOf({ channel: 'slack', status: 'sent' }),
      deliveryOf({ channel: 'sms', status: 'failed' }),
    ]),
    alertOf(1, 2, 'RECOVERED', [
      deliveryOf({ channel: 'email', status: 'sent' }),
      deliveryOf({ channel: 'sms', status: 'suppressed' }),
    ]),
  );
  expect([figures.sent, countWords(figures.sentOn), figures.failed]).toEqual([3, '2 email, 1 Slack', 1]);
});

it('shows whether the list contains all alerts of the range', () => {
  const few = [alertOf(1, 5, 'DOWN')];
  const many = Array.from({ length: limits.listLimit.max }, (_, index) => alertOf(index, index / 100, 'SLOW'));
  expect([cutOffAt(few), cutOffAt([])]).toEqual([null, null]);
  const cutOff = cutOffAt(many);
  expect(cutOff).toBe(Date.parse(many.at(-1)?.created_at ?? ''));
  const figures = figuresOf(...few);
  expect(headWords(figures, { span: 24, now, cutOff: null, loaded: 1 })).toBe(
    '1 open, longest 5 min · 0 ended in the last 24 hours',
  );
  expect(headWords(figures, { span: 1, now, cutOff: null, loaded: 1 })).toBe(
    '1 open, longest 5 min · 0 ended in the last hour',
  );
  expect(headWords(figures, { span: 24, now, cutOff, loaded: many.length })).toMatch(
    /^1 open, longest 5 min · 0 ended since 20 Nov 2026, \d\d:\d\d: only the newest 1000 alerts are loaded$/,
  );
});
