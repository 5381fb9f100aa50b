import { icmpPing } from './icmp-ping.ts';
import { imap } from './imap.ts';
import { tcpPort } from './tcp-port.ts';
import type { urlKind } from './url.ts';

/** One line for each kind of network monitor. All that follows is derived from it. */
export const networkMonitorKinds = {
  [tcpPort.type]: tcpPort,
  [icmpPing.type]: icmpPing,
  [imap.type]: imap,
} as const;

/** The kinds that the wire calls `monitor_type`. */
export type NetworkMonitorType = keyof typeof networkMonitorKinds;
export const networkMonitorTypes = Object.keys(networkMonitorKinds) as NetworkMonitorType[];

/** All kinds of a monitor. URL is the page; the others are network monitors. */
export type MonitorKind = (typeof urlKind)['type'] | NetworkMonitorType;

/** The input of the probe of each kind about its target. */
export type ProbeTargets = {
  [Type in NetworkMonitorType]: NonNullable<ReturnType<(typeof networkMonitorKinds)[Type]['probeTarget']>>;
} & { URL: ReturnType<typeof urlKind.probeTarget> };
