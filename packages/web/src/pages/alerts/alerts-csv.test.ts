import { emptyState } from '@upvigil/core/testing/fake-state';
import { addAlert, deliveryOf } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { alertsCsv } from './alerts-csv.ts';
import { alertAsOutage } from './outage-texts.ts';

it('has a line for each alert: service, cause, times, acknowledgement, channels; nobody’s note runs as a formula', () => {
  const alert = addAlert(
    emptyState(),
    { id: 1, name: 'Shop' },
    {
      alert_type: 'DOWN',
      message: 'Shop: https://shop.example.org/cart is down: HTTP 503',
      created_at: '2026-11-26T10:00:00.000Z',
      ended_at: '2026-11-26T10:05:00.000Z',
      acknowledged_at: '2026-11-26T10:01:00.000Z',
      acknowledged_by: 'owner',
      acknowledge_note: '=HYPERLINK("https://evil.example.org")',
      deliveries: [
        deliveryOf({ channel: 'email', status: 'sent', sent_at: '2026-11-26T10:00:01.000Z' }),
        deliveryOf({ channel: 'slack', status: 'failed' }),
      ],
    },
  );
  const [head, line, end] = alertsCsv([alertAsOutage(alert)]).split('\r\n');
  expect(head).toBe(
    'alert_id,alert_type,severity,website,service,cause,message,started_at,ended_at,duration_seconds,' +
      'acknowledged_at,acknowledged_by,acknowledge_note,sent_on,failed_on',
  );
  expect(line).toBe(
    `${alert.id},DOWN,,Shop,https://shop.example.org/cart,HTTP 503,` +
      'Shop: https://shop.example.org/cart is down: HTTP 503,' +
      '2026-11-26T10:00:00.000Z,2026-11-26T10:05:00.000Z,300,' +
      `2026-11-26T10:01:00.000Z,owner,"'=HYPERLINK(""https://evil.example.org"")",email,Slack`,
  );
  expect(end).toBe('');
});
