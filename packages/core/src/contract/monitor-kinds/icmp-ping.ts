import { defaults } from '../../defaults.ts';
import { defineNetworkKind, familyTarget } from './kind.ts';

export const icmpPing = defineNetworkKind({
  type: 'ICMP_PING',
  label: 'ICMP ping',
  group: 'Network',
  summary: 'Sends 4 echo requests, 200 ms apart, and counts the answers.',
  port: 'none',
  options: {},
  hasExpectedResponse: false,
  hasPacketLossThreshold: true,
  slackToggle: 'alert_on_ping_fail',
  kumaType: 'ping',
  probeTarget: ({ host, packet_loss_threshold, ...rest }) => ({
    kind: 'ICMP_PING',
    host,
    packet_loss_threshold: packet_loss_threshold ?? defaults.networkMonitor.packet_loss_threshold,
    ...familyTarget(rest),
  }),
});
