import { heartbeatKind } from './heartbeat.ts';
import { type MonitorKind, networkMonitorKinds } from './registry.ts';

/** The name of a kind in lists and badges. */
export function kindLabel(kind: MonitorKind): string {
  if (kind === 'URL') return 'URL';
  return kind === heartbeatKind.type ? heartbeatKind.label : networkMonitorKinds[kind].label;
}
