import type { Command, Noun } from '../command.ts';
import { alertNoun } from './alert.ts';
import { auditNoun } from './audit.ts';
import { backupNoun } from './backup.ts';
import { certificateNoun } from './certificate.ts';
import { channelNoun } from './channel.ts';
import { checkNoun } from './check.ts';
import { createCompletion } from './completion.ts';
import { dashboardNoun } from './dashboard.ts';
import { doctorNoun } from './doctor.ts';
import { drillNoun } from './drill.ts';
import { historyNoun } from './history.ts';
import { incidentNoun } from './incident.ts';
import { loginNoun } from './login.ts';
import { maintenanceNoun } from './maintenance.ts';
import { markNoun } from './mark.ts';
import { monitorNoun } from './monitor.ts';
import { noticeNoun } from './notice.ts';
import { reportNoun } from './report.ts';
import { routingNoun } from './routing.ts';
import { adminNoun, serve } from './server.ts';
import { shareNoun } from './share.ts';
import { silenceNoun } from './silence.ts';
import { statusNoun } from './status.ts';
import { tokenNoun } from './token.ts';
import { urlNoun } from './url.ts';
import { userNoun } from './user.ts';
import { websiteNoun } from './website.ts';

/** In the order in which help lists them. */
export const nouns: readonly Noun[] = [
  { commands: [serve] },
  loginNoun,
  userNoun,
  tokenNoun,
  shareNoun,
  auditNoun,
  dashboardNoun,
  alertNoun,
  silenceNoun,
  incidentNoun,
  maintenanceNoun,
  markNoun,
  routingNoun,
  channelNoun,
  drillNoun,
  noticeNoun,
  reportNoun,
  certificateNoun,
  statusNoun,
  websiteNoun,
  urlNoun,
  monitorNoun,
  checkNoun,
  historyNoun,
  backupNoun,
  doctorNoun,
  adminNoun,
  { commands: [createCompletion(() => commands)] },
];

export const commands: readonly Command[] = nouns.flatMap((noun) => noun.commands);

/** First words of commands with two words. */
export const commandGroups: readonly { name: string; summary: string }[] = nouns.flatMap(({ group }) => group ?? []);
