import { defaults } from '../../defaults.ts';
import { defineNetworkKind, familyTarget } from './kind.ts';

export const imap = defineNetworkKind({
  type: 'IMAP',
  label: 'IMAP',
  summary: 'Connects (with TLS on port 993) and reads the greeting of the mail server.',
  port: 'required',
  defaultPort: defaults.imapTlsPort,
  portHint: '143 or 993',
  hasExpectedResponse: true,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  probeTarget: ({ host, port, expected_response, ...rest }) =>
    port === null ? null : { kind: 'IMAP', host, port, expected_response, ...familyTarget(rest) },
});
