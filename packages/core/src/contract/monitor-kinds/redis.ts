import { defineNetworkKind, serviceTarget } from './kind.ts';
import { databaseOptions, securityOptions, signInNote } from './shared-options.ts';

export const redis = defineNetworkKind({
  type: 'REDIS',
  label: 'Redis',
  group: 'Databases',
  summary: 'Connects and reads the answer of the server; signs in when a user name is set.',
  note: signInNote,
  port: 'required',
  ports: [{ port: 6379, security: 'none' }],
  securities: ['none', 'tls'],
  options: { ...securityOptions, ...databaseOptions },
  problem: ({ database }) =>
    /^\d{0,5}$/.test(database)
      ? null
      : { option: 'database', message: 'Database must be a number between 0 and 99999' },
  hasExpectedResponse: false,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'redis',
  probeTarget: serviceTarget('REDIS'),
});
