import { defineNetworkKind, familyTarget } from './kind.ts';

export const tcpPort = defineNetworkKind({
  type: 'TCP_PORT',
  label: 'TCP port',
  group: 'Network',
  summary: 'Connects to the port. If an expected response is set, waits until the service sends it.',
  port: 'required',
  options: {},
  hasExpectedResponse: true,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'port',
  probeTarget: ({ host, port, expected_response, ...rest }) =>
    port === null ? null : { kind: 'TCP_PORT', host, port, expected_response, ...familyTarget(rest) },
});
