import type { Command } from '../command.ts';
import { ack } from './acknowledge/ack.ts';
import { deleteUpgradeCopiesCommand } from './admin/delete-upgrade-copies.ts';
import { resetPasswordCommand } from './admin/reset-password.ts';
import { resetSecondFactorCommand } from './admin/reset-second-factor.ts';
import { alerts } from './alerts/alerts.ts';
import { showAlert } from './alerts/show.ts';
import { audit } from './audit/audit.ts';
import { cleanUpBackups } from './backup/cleanup.ts';
import { createBackup } from './backup/create.ts';
import { deleteBackup } from './backup/delete.ts';
import { downloadBackup } from './backup/download.ts';
import { listBackups } from './backup/list.ts';
import { restoreBackup } from './backup/restore.ts';
import { verifyBackup } from './backup/verify.ts';
import { certificates } from './certificates/certificates.ts';
import { addChannel } from './channels/add.ts';
import { channels } from './channels/channels.ts';
import { deleteChannel } from './channels/delete.ts';
import { channelKinds } from './channels/kinds.ts';
import { rotateSecret } from './channels/rotate-secret.ts';
import { showChannel } from './channels/show.ts';
import { testChannel } from './channels/test.ts';
import { checkMonitor } from './check/monitor.ts';
import { checkUrl } from './check/url.ts';
import { checkWebsite } from './check/website.ts';
import { createCompletion } from './completion/completion.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { doctor } from './doctor/doctor.ts';
import { drill } from './drills/drill.ts';
import { listDrills } from './drills/list.ts';
import { deleteIncident } from './incidents/delete.ts';
import { listIncidents } from './incidents/list.ts';
import { openIncident } from './incidents/open.ts';
import { publishIncident } from './incidents/publish.ts';
import { resolveIncident } from './incidents/resolve.ts';
import { showIncident } from './incidents/show.ts';
import { updateIncident } from './incidents/update.ts';
import { login } from './login/login.ts';
import { logout } from './logout/logout.ts';
import { deleteMaintenance } from './maintenance/delete.ts';
import { endMaintenance } from './maintenance/end.ts';
import { extendMaintenance } from './maintenance/extend.ts';
import { listMaintenance } from './maintenance/list.ts';
import { runInMaintenance } from './maintenance/run/run.ts';
import { scheduleMaintenance } from './maintenance/schedule.ts';
import { showMaintenance } from './maintenance/show.ts';
import { startMaintenance } from './maintenance/start.ts';
import { mark } from './marks/mark.ts';
import { marks } from './marks/marks.ts';
import { unmark } from './marks/unmark.ts';
import { monitors } from './monitors/monitors.ts';
import { notices } from './notices/notices.ts';
import { reports } from './reports/reports.ts';
import { sendReport } from './reports/send.ts';
import { explain } from './routing/explain.ts';
import { routing } from './routing/routing.ts';
import { setRouting } from './routing/set.ts';
import { secretKey } from './secret-key/secret-key.ts';
import { serve } from './serve/serve.ts';
import { createShare } from './shares/create.ts';
import { listShares } from './shares/list.ts';
import { revokeShare } from './shares/revoke.ts';
import { mute } from './silences/mute.ts';
import { mutes } from './silences/mutes.ts';
import { unmute } from './silences/unmute.ts';
import { status } from './status/status.ts';
import { createToken } from './tokens/create.ts';
import { listTokens } from './tokens/list.ts';
import { revokeToken } from './tokens/revoke.ts';
import { urls } from './urls/urls.ts';
import { disableUser } from './users/disable.ts';
import { enableUser } from './users/enable.ts';
import { inviteUser } from './users/invite.ts';
import { listUsersCommand } from './users/list.ts';
import { removeUser } from './users/remove.ts';
import { resetUser } from './users/reset.ts';
import { changeRole } from './users/role.ts';
import { websites } from './websites/websites.ts';
import { whoami } from './whoami/whoami.ts';

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [
  serve,
  login,
  logout,
  whoami,
  listUsersCommand,
  inviteUser,
  changeRole,
  disableUser,
  enableUser,
  resetUser,
  removeUser,
  createToken,
  listTokens,
  revokeToken,
  createShare,
  listShares,
  revokeShare,
  audit,
  dashboard,
  alerts,
  showAlert,
  ack,
  mute,
  mutes,
  unmute,
  openIncident,
  updateIncident,
  resolveIncident,
  publishIncident,
  listIncidents,
  showIncident,
  deleteIncident,
  startMaintenance,
  endMaintenance,
  extendMaintenance,
  runInMaintenance,
  scheduleMaintenance,
  listMaintenance,
  showMaintenance,
  deleteMaintenance,
  mark,
  marks,
  unmark,
  explain,
  routing,
  setRouting,
  channels,
  addChannel,
  showChannel,
  testChannel,
  rotateSecret,
  deleteChannel,
  channelKinds,
  drill,
  listDrills,
  notices,
  reports,
  sendReport,
  certificates,
  status,
  websites,
  urls,
  monitors,
  checkUrl,
  checkMonitor,
  checkWebsite,
  createBackup,
  listBackups,
  downloadBackup,
  verifyBackup,
  restoreBackup,
  deleteBackup,
  cleanUpBackups,
  doctor,
  secretKey,
  resetPasswordCommand,
  resetSecondFactorCommand,
  deleteUpgradeCopiesCommand,
  createCompletion(() => commands),
];

/** Commands of two words, by their first. */
export const commandGroups: readonly { name: string; summary: string }[] = [
  { name: 'user', summary: 'invite, change and remove the people who may enter' },
  { name: 'token', summary: 'make, list and end tokens for scripts' },
  { name: 'share', summary: 'make, list and end links by which others read one website' },
  { name: 'check', summary: 'check something now' },
  { name: 'incident', summary: 'report incidents, and tell how they go on' },
  { name: 'maintenance', summary: 'begin, end and plan maintenance, or run a command in it' },
  { name: 'channel', summary: 'add, try and delete channels on which alerts are told' },
  { name: 'report', summary: 'send reports' },
  { name: 'backup', summary: 'create, fetch, check and restore backups' },
  { name: 'admin', summary: 'get back in, on the machine of the server' },
];
