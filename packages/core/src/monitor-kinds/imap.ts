import { defaults } from '../defaults.ts';
import type { NetworkMonitorKind } from './kind.ts';

export const imap: NetworkMonitorKind = {
  type: 'IMAP',
  label: 'IMAP',
  summary: 'Connects (with TLS on port 993) and reads the greeting of the mail server.',
  port: 'required',
  defaultPort: defaults.imapTlsPort,
  portHint: '143 or 993',
  hasExpectedResponse: true,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
};
