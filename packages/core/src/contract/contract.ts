import { alertEndpoints } from './alerts.ts';
import { auditEndpoints } from './audit.ts';
import { authEndpoints } from './auth.ts';
import { backupEndpoints } from './backup.ts';
import { brandingEndpoints } from './branding.ts';
import { certificateEndpoints } from './certificates.ts';
import { channelEndpoints } from './channels.ts';
import { checkEndpoints } from './checks.ts';
import { dashboardEndpoints } from './dashboard.ts';
import { deviceEndpoints } from './device.ts';
import { diagnosticsEndpoints } from './diagnostics.ts';
import { drillEndpoints } from './drills.ts';
import { eventEndpoints } from './events.ts';
import { factorEndpoints } from './factors.ts';
import { fileEndpoints } from './files.ts';
import { heartbeatEndpoints } from './heartbeats.ts';
import { incidentEndpoints, publicIncidentEndpoints } from './incidents.ts';
import { maintenanceEndpoints } from './maintenance.ts';
import { markEndpoints } from './marks.ts';
import { networkMonitorEndpoints } from './network-monitors.ts';
import { noticeEndpoints } from './notices.ts';
import { publicStatusEndpoints } from './public-status.ts';
import { reportEndpoints } from './reports.ts';
import { routingEndpoints } from './routing.ts';
import { sessionEndpoints } from './sessions.ts';
import { settingsEndpoints } from './settings.ts';
import { shareLinkEndpoints } from './share-links.ts';
import { shareEndpoints } from './shares.ts';
import { signOnEndpoints } from './sign-on.ts';
import { silenceEndpoints } from './silences.ts';
import { slackEndpoints } from './slack.ts';
import { tokenEndpoints } from './tokens.ts';
import { urlEndpoints } from './urls.ts';
import { userEndpoints } from './users.ts';
import { websiteEndpoints } from './websites.ts';

/** Every endpoint below `/api`. Routes, client, commands and the OpenAPI document are derived from this table. */
export const contract = {
  auth: authEndpoints,
  factors: factorEndpoints,
  signOn: signOnEndpoints,
  device: deviceEndpoints,
  sessions: sessionEndpoints,
  users: userEndpoints,
  tokens: tokenEndpoints,
  shareLinks: shareLinkEndpoints,
  audit: auditEndpoints,
  dashboard: dashboardEndpoints,
  publicStatus: publicStatusEndpoints,
  publicIncidents: publicIncidentEndpoints,
  shares: shareEndpoints,
  events: eventEndpoints,
  websites: websiteEndpoints,
  urls: urlEndpoints,
  networkMonitors: networkMonitorEndpoints,
  heartbeats: heartbeatEndpoints,
  checks: checkEndpoints,
  alerts: alertEndpoints,
  silences: silenceEndpoints,
  incidents: incidentEndpoints,
  marks: markEndpoints,
  maintenance: maintenanceEndpoints,
  certificates: certificateEndpoints,
  settings: settingsEndpoints,
  slack: slackEndpoints,
  channels: channelEndpoints,
  routing: routingEndpoints,
  drills: drillEndpoints,
  notices: noticeEndpoints,
  reports: reportEndpoints,
  backup: backupEndpoints,
  branding: brandingEndpoints,
  diagnostics: diagnosticsEndpoints,
  files: fileEndpoints,
};
export type ApiContract = typeof contract;
