import { limits } from '../../limits.ts';
import { defineNetworkKind, serviceTarget } from './kind.ts';
import { textOption } from './option-fields.ts';
import { headersOption, securityOptions } from './shared-options.ts';

export const grpc = defineNetworkKind({
  type: 'GRPC',
  label: 'gRPC health',
  group: 'Web',
  summary: 'Calls the standard gRPC health service and expects SERVING.',
  port: 'required',
  ports: [
    { port: 443, security: 'tls' },
    { port: 50_051, security: 'none' },
  ],
  securities: ['none', 'tls'],
  options: {
    ...securityOptions,
    service: textOption({
      label: 'Service',
      maxLength: limits.authField.maxLength,
      hint: 'The whole server if empty',
    }),
    headers: headersOption,
  },
  hasExpectedResponse: false,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'grpc-keyword',
  probeTarget: serviceTarget('GRPC'),
});
