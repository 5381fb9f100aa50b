import type { NetworkMonitorKind } from './kind.ts';

export const tcpPort: NetworkMonitorKind = {
  type: 'TCP_PORT',
  label: 'TCP port',
  summary: 'Connects to the port and, when an expected response is set, waits for it in what the service sends.',
  port: 'required',
  hasExpectedResponse: true,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
};
