import { defineNetworkKind, familyTarget } from './kind.ts';

export const tcpPort = defineNetworkKind({
  type: 'TCP_PORT',
  label: 'TCP port',
  summary: 'Connects to the port. If an expected response is set, waits until the service sends it.',
  port: 'required',
  hasExpectedResponse: true,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  probeTarget: ({ host, port, expected_response, ...rest }) =>
    port === null ? null : { kind: 'TCP_PORT', host, port, expected_response, ...familyTarget(rest) },
});
