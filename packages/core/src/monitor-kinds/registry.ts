import { icmpPing } from './icmp-ping.ts';
import { imap } from './imap.ts';
import type { NetworkMonitorKind, NetworkMonitorType } from './kind.ts';
import { tcpPort } from './tcp-port.ts';

/** One line for each kind of network monitor. */
export const networkMonitorKinds: Readonly<Record<NetworkMonitorType, NetworkMonitorKind>> = {
  TCP_PORT: tcpPort,
  ICMP_PING: icmpPing,
  IMAP: imap,
};
