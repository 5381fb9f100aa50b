import type { WatchingMonitor } from '@upvigil/core/contract/certificates';
import { listedName } from '../../base/domain/monitor-name.ts';
import type { ConcernedMonitor } from './expiry-sentences.ts';

/** The monitors of a certificate or domain in its list. */
export const watchingMonitors = (monitors: readonly ConcernedMonitor[]): WatchingMonitor[] =>
  monitors.map((monitor) => ({
    monitor_id: monitor.id,
    kind: monitor.kind,
    website_id: monitor.website_id,
    website_name: monitor.website_name,
    name: listedName(monitor),
  }));
