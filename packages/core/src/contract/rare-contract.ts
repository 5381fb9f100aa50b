import { auditEndpoints } from './audit.ts';
import { certificateEndpoints } from './certificates.ts';
import { commandEndpoints } from './commands.ts';
import { deviceEndpoints } from './device.ts';
import { diagnosticsEndpoints } from './diagnostics.ts';
import { factorEndpoints } from './factors.ts';
import { fileEndpoints } from './files.ts';
import { heartbeatEndpoints } from './heartbeats.ts';
import { incidentEndpoints, publicIncidentEndpoints } from './incidents.ts';
import { maintenanceEndpoints } from './maintenance.ts';
import { markEndpoints } from './marks.ts';
import { monitorEndpoints } from './monitors.ts';
import { publicStatusEndpoints } from './public-status.ts';
import { reportEndpoints } from './reports.ts';
import { routingEndpoints } from './routing.ts';
import { sessionEndpoints } from './sessions.ts';
import { shareLinkEndpoints } from './share-links.ts';
import { shareEndpoints } from './shares.ts';
import { signOnEndpoints } from './sign-on.ts';
import { tokenEndpoints } from './tokens.ts';
import { userEndpoints } from './users.ts';

/** The groups of endpoints that a page loads when it first calls one of them. */
export const rareContract = {
  factors: factorEndpoints,
  signOn: signOnEndpoints,
  device: deviceEndpoints,
  sessions: sessionEndpoints,
  users: userEndpoints,
  tokens: tokenEndpoints,
  shareLinks: shareLinkEndpoints,
  audit: auditEndpoints,
  publicStatus: publicStatusEndpoints,
  publicIncidents: publicIncidentEndpoints,
  shares: shareEndpoints,
  heartbeats: heartbeatEndpoints,
  monitors: monitorEndpoints,
  commands: commandEndpoints,
  incidents: incidentEndpoints,
  marks: markEndpoints,
  maintenance: maintenanceEndpoints,
  certificates: certificateEndpoints,
  routing: routingEndpoints,
  reports: reportEndpoints,
  diagnostics: diagnosticsEndpoints,
  files: fileEndpoints,
};
export type RareContract = typeof rareContract;
