import type { Alert } from '@upvigil/core/contract/alerts';
import { minutesAgo } from '@upvigil/core/testing/fake-state';
import { expect, test } from 'vitest';
import { drawScreen } from '../../../testing/draw-screen.tsx';
import { addNotifiedAlert, fakeNow, manyWebsites } from '../../../testing/installations.ts';
import { shownOf } from '../../../testing/shown.ts';
import { initialView } from '../../view-state.ts';

const shop = 'https://shop.example.org/checkout';

/** Alerts of Shop's URL, by their age in minutes. */
function outagesOf(alerts: readonly (readonly [number, Alert['alert_type'], string, Partial<Alert>?])[]) {
  const data = manyWebsites(1);
  for (const [index, [ago, alert_type, message, given]] of alerts.entries()) {
    const created_at = minutesAgo(ago, () => fakeNow);
    addNotifiedAlert(data, {
      id: index + 1,
      alert_type,
      created_at,
      website_name: 'Shop',
      message: `Shop: ${message}`,
      ...given,
    });
  }
  const view = { ...initialView({ screen: 'alerts' }), alertRows: 'outages' as const };
  return (columns: number, rows: number, unicode = true): string[] =>
    drawScreen(shownOf(data), view, { columns, rows, unicode });
}

const aDay = outagesOf([
  [23 * 60, 'DOWN', `${shop} is down: HTTP 502`, { url_id: 2 }],
  [22 * 60, 'RECOVERED', `${shop} is up again after 1 hour`, { url_id: 2 }],
  [6 * 60, 'SLOW', `${shop} is slow: 6.12s, limit 5.00s`, { deliveries: [] }],
  [3 * 60, 'RECOVERED', `${shop} is fast again after 3 hours`],
  [42, 'DOWN', `${shop} is down: HTTP 503`],
]);

test('an outage has its state, service and cause, time on the axis, duration, and channels', () => {
  expect(aDay(80, 24).slice(3, 11)).toEqual([
    '────────────────────────────────────────────────────────────────────────────────',
    expect.stringMatching(/^ {3}TYPE SERVICE AND CAUSE +\d\d:\d\d {8}now DURATION SENT BY$/),
    ' Open now 1',
    '›✗ DOWN shop.example.org/checkout: HTTP 503    ───────────────✗   42 min email',
    ' Ended today 1',
    ' ▲ SLOW shop….org/checkout: 6.12s, limit 5.00s ────────────▆▆▆─      3 h -',
    ' Ended yesterday 1',
    ' ✗ DOWN shop.example.org/checkout: HTTP 502    ✗✗──────────────      1 h email',
  ]);
});

test('shows the same in ASCII characters', () => {
  const text = aDay(80, 24, false).join('\n');
  expect(text).toMatch(/^>x DOWN .* ---------------x {3}42 min email$/m);
  expect(text).toMatch(/^ ! SLOW .* ------------!!!- {6}3 h -$/m);
  expect(text).toMatch(/^[ -~\n]*$/);
});

test('shows the start on a wide terminal, and only cause and duration on a small one', () => {
  expect(aDay(120, 40).join('\n')).toMatch(/✗ DOWN .*: HTTP 503 +\d\d:\d\d +─+✗✗ +42 min email/);
  expect(aDay(40, 12)[1]).toMatch(/^›✗ shop….org\/checkout: HTTP 503 +42 min$/);
});

test('an end whose beginning is older than the range has no duration, and covers the axis up to it', () => {
  const frame = outagesOf([[12 * 60, 'RECOVERED', `${shop} is up again after 2 days`]])(80, 24).join('\n');
  expect(frame).toMatch(/✓ RECOVERED .* ✗✗✗✗✗✗✗✗✗─{7} +- email/);
});

test('of more outages than there is room for, the selected one is shown, and the others are counted', () => {
  const many = outagesOf(
    Array.from(
      { length: 60 },
      (_, index) => [60 - index, 'DOWN', `x${index} is down: y`, { url_id: index + 1 }] as const,
    ),
  )(80, 24);
  expect(many.find((text) => text.startsWith('›'))).toContain('x0');
  expect(many.join('\n')).toMatch(/↓ \d+ more/);
});

test('rows that the list does not need show the selected alert in full, and every key is whole', () => {
  const message = `https://shop.example.org/api/v2/${'catalogue/'.repeat(12)} is down: DNS name not found`;
  const few = outagesOf([[42, 'DOWN', message]])(80, 24);
  expect(few.join('').replaceAll(/\s+/g, ' ')).toContain('is down: DNS name not found');
  expect(few.at(-2)).toBe(' A acknowledge   m Mute 1 h   v All alerts   d delete   * Acknowledge All');
  const many = outagesOf(
    Array.from({ length: 30 }, (_, index) => [42, 'DOWN', message, { url_id: index + 1 }] as const),
  )(80, 24);
  expect(many.at(-5)).toMatch(/^ sho…org.*: DNS name not found$/);
});
