import { emptyState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addAlert, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, test } from 'vitest';
import { shownAlerts, shownOutages } from './alerts-model.ts';

test('lists ongoing outages whatever their age, and only alerts of the range', () => {
  const state = emptyState();
  const shop = addWebsite(state, { name: 'Shop' });
  const add = (url_id: number, hours: number) =>
    addAlert(state, shop, {
      url_id,
      alert_type: 'DOWN',
      message: `Shop: https://shop.example.org/${url_id} is down: HTTP 503`,
      created_at: minutesAgo(hours * 60),
    });
  const recent = add(1, 2);
  const older = add(2, 50);
  const data = { hours: 24, alerts: [recent], open: [recent, older] };
  expect(shownAlerts(data, null, '')).toEqual([recent]);
  expect(shownOutages(data, null, '').map(({ alert }) => alert)).toEqual([older, recent]);
  expect(shownOutages(data, null, 'org/2').map(({ alert }) => alert)).toEqual([older]);
});
