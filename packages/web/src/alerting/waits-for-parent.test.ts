import { parentIsDown } from '@upvigil/core/texts/parents';
import { expect, it } from 'vitest';
import { parentOf } from './waits-for-parent.tsx';

const alertOf = (network_monitor_id: number, reason: string | null) => ({
  url_id: null,
  network_monitor_id,
  deliveries: [{ reason }] as unknown as Parameters<typeof parentOf>[0][number]['deliveries'],
});

it('names the parent that a delivery of the monitor waits for, whatever its name has', () => {
  const alerts = [alertOf(1, 'muted'), alertOf(2, parentIsDown('Router "B"')), alertOf(3, parentIsDown('Switch'))];
  expect(parentOf(alerts, 2)).toBe('Router "B"');
  expect(parentOf(alerts, 1)).toBeNull();
  expect(parentOf(alerts, 4)).toBeNull();
});
