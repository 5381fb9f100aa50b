import type { WatchingMonitor } from '@upvigil/core/contract/certificates';
import { listedName } from '../decide/alert-sentences.ts';
import type { ConcernedMonitor } from './expiry-sentences.ts';

/** Monitors as the lists of certificates and domains show them. */
export const watchingMonitors = (monitors: readonly ConcernedMonitor[]): WatchingMonitor[] =>
  monitors.map((monitor) => ({
    monitor_id: monitor.id,
    kind: monitor.kind,
    website_id: monitor.website_id,
    website_name: monitor.website_name,
    name: listedName(monitor),
  }));
