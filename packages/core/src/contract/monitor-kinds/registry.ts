import { icmpPing } from './icmp-ping.ts';
import { imap } from './imap.ts';
import { tcpPort } from './tcp-port.ts';
import type { urlKind } from './url.ts';

/** One line for each kind of network monitor. The rest is derived from it. */
export const networkMonitorKinds = {
  [tcpPort.type]: tcpPort,
  [icmpPing.type]: icmpPing,
  [imap.type]: imap,
} as const;

/** Values of `monitor_type`. */
export type NetworkMonitorType = keyof typeof networkMonitorKinds;
export const networkMonitorTypes = Object.keys(networkMonitorKinds) as NetworkMonitorType[];

/** URL is the page; all others are network monitors. */
export type MonitorKind = (typeof urlKind)['type'] | NetworkMonitorType;

/** Input of each kind's probe. */
export type ProbeTargets = {
  [Type in NetworkMonitorType]: NonNullable<ReturnType<(typeof networkMonitorKinds)[Type]['probeTarget']>>;
} & { URL: ReturnType<typeof urlKind.probeTarget> };
