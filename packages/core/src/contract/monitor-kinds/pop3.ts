import { defineNetworkKind, familyTarget } from './kind.ts';
import { securityOptions } from './shared-options.ts';

export const pop3 = defineNetworkKind({
  type: 'POP3',
  label: 'POP3',
  group: 'Mail',
  summary: 'Connects and reads the greeting of the mail server.',
  port: 'required',
  ports: [
    { port: 110, security: 'none' },
    { port: 995, security: 'tls' },
  ],
  securities: ['none', 'tls'],
  options: securityOptions,
  hasExpectedResponse: true,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'pop3',
  probeTarget: ({ host, port, expected_response, options, ...rest }) =>
    port === null ? null : { kind: 'POP3', host, port, expected_response, options, ...familyTarget(rest) },
});
