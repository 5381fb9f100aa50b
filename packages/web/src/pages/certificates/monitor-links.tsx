import type { WatchingMonitor } from '@upvigil/core/contract/certificates';
import { monitorPath } from '@upvigil/core/contract/names/paths';

/** Number of links that fit into a row. */
const mostShown = 3;

export function MonitorLinks({ monitors }: { monitors: readonly WatchingMonitor[] }) {
  const rest = monitors.length - mostShown;
  return (
    <ul className="min-w-0 text-[0.8125rem]">
      {monitors.slice(0, mostShown).map((monitor) => (
        <li key={monitor.monitor_id} className="wrap-anywhere">
          <a
            href={monitorPath(monitor.website_id, monitor.kind, monitor.monitor_id)}
            className="inline-block leading-6 pointer-coarse:py-2.5"
          >
            {monitor.name}
          </a>
        </li>
      ))}
      {rest > 0 ? <li className="text-(--muted)">and {rest} more</li> : null}
    </ul>
  );
}
