import { defineNetworkKind, serviceTarget } from './kind.ts';
import { securityOptions } from './shared-options.ts';

export const smtp = defineNetworkKind({
  type: 'SMTP',
  label: 'SMTP',
  group: 'Mail',
  summary: 'Connects, reads the greeting and sends EHLO, with STARTTLS or TLS as selected.',
  port: 'required',
  ports: [
    { port: 25, security: 'none' },
    { port: 587, security: 'starttls' },
    { port: 465, security: 'tls' },
  ],
  securities: ['none', 'starttls', 'tls'],
  options: securityOptions,
  hasExpectedResponse: false,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'smtp',
  probeTarget: serviceTarget('SMTP'),
});
