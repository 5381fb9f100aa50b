import { defaults } from '../../defaults.ts';
import { defineNetworkKind, familyTarget } from './kind.ts';
import { securityOptions } from './shared-options.ts';

export const imap = defineNetworkKind({
  type: 'IMAP',
  label: 'IMAP',
  group: 'Mail',
  summary: 'Connects (with TLS on port 993) and reads the greeting of the mail server.',
  port: 'required',
  ports: [
    { port: defaults.imapTlsPort, security: 'tls' },
    { port: 143, security: 'none' },
  ],
  securities: ['none', 'tls'],
  options: securityOptions,
  hasExpectedResponse: true,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'imap',
  probeTarget: ({ host, port, expected_response, options, ...rest }) =>
    port === null ? null : { kind: 'IMAP', host, port, expected_response, options, ...familyTarget(rest) },
});
