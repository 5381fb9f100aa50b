import { defineNetworkKind, serviceTarget } from './kind.ts';
import { databaseOptions, securityOptions, signInNote } from './shared-options.ts';

export const mysql = defineNetworkKind({
  type: 'MYSQL',
  label: 'MySQL / MariaDB',
  group: 'Databases',
  summary: 'Connects and reads the answer of the server; signs in when a user name is set.',
  note: signInNote,
  port: 'required',
  ports: [{ port: 3306, security: 'none' }],
  securities: ['none', 'tls'],
  options: { ...securityOptions, ...databaseOptions },
  hasExpectedResponse: false,
  hasPacketLossThreshold: false,
  slackToggle: 'alert_on_port_closed',
  kumaType: 'mysql',
  probeTarget: serviceTarget('MYSQL'),
});
