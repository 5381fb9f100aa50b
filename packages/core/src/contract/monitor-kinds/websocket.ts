import { limits } from '../../limits.ts';
import { defineNetworkKind, serviceTarget } from './kind.ts';
import { textOption } from './option-fields.ts';
import { expectOption, headersOption, securityOptions } from './shared-options.ts';

/** The characters of a token (RFC 9110, section 5.6.2). */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

export const webSocket = defineNetworkKind({
  type: 'WEBSOCKET',
  label: 'WebSocket',
  group: 'Web',
  summary: 'Opens a WebSocket and, when an expected text is set, waits for it.',
  port: 'required',
  ports: [
    { port: 443, security: 'tls' },
    { port: 80, security: 'none' },
  ],
  securities: ['none', 'tls'],
  options: {
    path: textOption({
      label: 'Path',
      initial: '/',
      maxLength: limits.url.maxLength,
      problem: (text) => (/^\/[^#]*$/.test(text) ? null : 'Path must start with / and have no #'),
    }),
    send: textOption({
      label: 'Message to send',
      maxLength: limits.sentMessage.maxLength,
      isLong: true,
      hint: 'Sent as text after the upgrade',
      problem: (text) =>
        new Blob([text]).size <= limits.sentMessage.maxLength
          ? null
          : `Message to send must have at most ${limits.sentMessage.maxLength / 1024} KiB`,
    }),
    expect: expectOption,
    subprotocol: textOption({
      label: 'Subprotocol',
      maxLength: limits.authField.maxLength,
      isAdvanced: true,
      problem: (text) => (token.test(text) ? null : 'Subprotocol must be one name'),
    }),
    headers: headersOption,
    ...securityOptions,
  },
  hasExpectedResponse: false,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'websocket-upgrade',
  probeTarget: serviceTarget('WEBSOCKET'),
});
