import { emptyState } from '@upvigil/core/testing/fake-state';
import { addAlert } from '@upvigil/core/testing/fake-watched';
import { expect, it } from 'vitest';
import { monitorAddress } from './service-name.tsx';

it('leads to the tab of the monitor', () => {
  const alertOf = (of: object) => addAlert(emptyState(), { id: 1, name: 'Shop' }, of);
  expect(monitorAddress(alertOf({ url_id: 7, monitor_kind: 'URL' }))).toBe('/websites/1?open=7');
  const network = alertOf({ network_monitor_id: 7, monitor_kind: 'REDIS' });
  expect(monitorAddress(network)).toBe('/websites/1?tab=network&open=7');
  const heartbeat = alertOf({ network_monitor_id: 7, monitor_kind: 'HEARTBEAT' });
  expect(monitorAddress(heartbeat)).toBe('/websites/1?tab=heartbeats&open=7');
});
