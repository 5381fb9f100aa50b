import { useQuery } from '@tanstack/react-query';
import type { Alert } from '@upvigil/core/contract/alerts';
import { awaitedParent, waitsForParent } from '@upvigil/core/texts/parents';
import { openAlerts } from './open-alerts-query.ts';

interface WaitingMonitor {
  id: number;
  parent_id: number | null;
}

/** Says that notifications of a monitor wait because its parent is down. */
export const WaitsForParent = ({ monitor }: { monitor: WaitingMonitor }) =>
  monitor.parent_id === null ? null : <Sentence monitorId={monitor.id} />;

function Sentence({ monitorId }: { monitorId: number }) {
  const { data = [] } = useQuery(openAlerts());
  const parent = parentOf(data, monitorId);
  return parent === null ? null : <p className="text-(--warn-fg)">{waitsForParent(parent)}</p>;
}

/** The parent for which notifications of a monitor wait; null if none do. */
export function parentOf(
  alerts: readonly Pick<Alert, 'url_id' | 'network_monitor_id' | 'deliveries'>[],
  monitorId: number,
): string | null {
  const own = alerts.filter(({ url_id, network_monitor_id }) => (url_id ?? network_monitor_id) === monitorId);
  const reasons = own.flatMap(({ deliveries }) => deliveries.map(({ reason }) => reason));
  return reasons.map(awaitedParent).find((name) => name !== null) ?? null;
}
