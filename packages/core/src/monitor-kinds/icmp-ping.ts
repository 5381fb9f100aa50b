import type { NetworkMonitorKind } from './kind.ts';

export const icmpPing: NetworkMonitorKind = {
  type: 'ICMP_PING',
  label: 'ICMP ping',
  summary: 'Sends 4 echo requests, 200 ms apart, and counts the answers.',
  port: 'none',
  hasExpectedResponse: false,
  hasPacketLossThreshold: true,
  slackToggle: 'alert_on_ping_fail',
};
