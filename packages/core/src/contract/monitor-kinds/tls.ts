import { limits } from '../../limits.ts';
import { defineNetworkKind, familyTarget } from './kind.ts';
import { choiceOption, textOption } from './option-fields.ts';
import { tlsOptions } from './shared-options.ts';

export const tls = defineNetworkKind({
  type: 'TLS',
  label: 'TLS certificate',
  group: 'Network',
  summary: 'Completes a TLS handshake and verifies the certificate.',
  port: 'required',
  ports: [{ port: 443, security: 'tls' }],
  options: {
    starttls: choiceOption({
      label: 'STARTTLS',
      choices: ['none', 'smtp', 'imap', 'pop3', 'postgresql'],
      initial: 'none',
      hint: 'Protocol in which TLS is negotiated',
    }),
    alpn: textOption({
      label: 'ALPN protocol',
      maxLength: limits.alpnProtocol.maxLength,
      placeholder: 'h2',
      hint: 'The server must select it',
      isAdvanced: true,
      problem: (text) => (/^[\x21-\x7e]+$/.test(text) ? null : 'ALPN protocol must be one protocol name, such as h2'),
    }),
    ...tlsOptions,
  },
  hasExpectedResponse: true,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'port',
  probeTarget: ({ host, port, expected_response, options, ...rest }) =>
    port === null ? null : { kind: 'TLS', host, port, expected_response, options, ...familyTarget(rest) },
});
