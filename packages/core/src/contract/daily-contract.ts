import { alertEndpoints } from './alerts.ts';
import { authEndpoints } from './auth.ts';
import { backupEndpoints } from './backup.ts';
import { brandingEndpoints } from './branding.ts';
import { channelEndpoints } from './channels.ts';
import { checkEndpoints } from './checks.ts';
import { dashboardEndpoints } from './dashboard.ts';
import { drillEndpoints } from './drills.ts';
import { eventEndpoints } from './events.ts';
import { networkMonitorEndpoints } from './network-monitors.ts';
import { noticeEndpoints } from './notices.ts';
import { settingsEndpoints } from './settings.ts';
import { silenceEndpoints } from './silences.ts';
import { slackEndpoints } from './slack.ts';
import { urlEndpoints } from './urls.ts';
import { websiteEndpoints } from './websites.ts';

/** The groups of endpoints that the usual pages need for their first content. */
export const dailyContract = {
  auth: authEndpoints,
  dashboard: dashboardEndpoints,
  events: eventEndpoints,
  websites: websiteEndpoints,
  urls: urlEndpoints,
  networkMonitors: networkMonitorEndpoints,
  checks: checkEndpoints,
  alerts: alertEndpoints,
  silences: silenceEndpoints,
  settings: settingsEndpoints,
  slack: slackEndpoints,
  channels: channelEndpoints,
  drills: drillEndpoints,
  notices: noticeEndpoints,
  backup: backupEndpoints,
  branding: brandingEndpoints,
};
