import { limits } from '../../limits.ts';
import { defineNetworkKind, serviceTarget } from './kind.ts';
import { textOption } from './option-fields.ts';
import { credentialOptions, securityOptions, signInNote } from './shared-options.ts';

export const redis = defineNetworkKind({
  type: 'REDIS',
  label: 'Redis',
  group: 'Databases',
  summary: 'Connects and reads the answer of the server; signs in when a user name is set.',
  note: signInNote,
  port: 'required',
  ports: [{ port: 6379, security: 'none' }],
  securities: ['none', 'tls'],
  options: {
    ...securityOptions,
    ...credentialOptions,
    database: textOption({
      label: 'Database',
      maxLength: limits.authField.maxLength,
      hint: 'A number; 0 if empty',
      problem: (text) => (/^\d{1,5}$/.test(text) ? null : 'Database must be a number between 0 and 99999'),
    }),
  },
  hasExpectedResponse: false,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'redis',
  probeTarget: serviceTarget('REDIS'),
});
