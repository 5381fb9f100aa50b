import type { Command, Noun } from '../command.ts';
import { alertNoun } from './alert.ts';
import { auditNoun } from './audit.ts';
import { backupNoun } from './backup.ts';
import { bulkNoun } from './bulk.ts';
import { certificateNoun } from './certificate.ts';
import { channelNoun } from './channel.ts';
import { checkNoun } from './check.ts';
import { createCompletion } from './completion.ts';
import { dashboardNoun } from './dashboard.ts';
import { doctorNoun } from './doctor.ts';
import { drillNoun } from './drill.ts';
import { heartbeatNoun } from './heartbeat.ts';
import { historyNoun } from './history.ts';
import { incidentNoun } from './incident.ts';
import { loginNoun } from './login.ts';
import { maintenanceNoun } from './maintenance.ts';
import { markNoun } from './mark.ts';
import { monitorNoun } from './monitor.ts';
import { noticeNoun } from './notice.ts';
import { reportNoun } from './report.ts';
import { routingNoun } from './routing.ts';
import { runNoun } from './run.ts';
import { adminNoun, serve } from './server.ts';
import { shareNoun } from './share.ts';
import { silenceNoun } from './silence.ts';
import { statusNoun } from './status.ts';
import { tokenNoun } from './token.ts';
import { urlNoun } from './url.ts';
import { userNoun } from './user.ts';
import { websiteNoun } from './website.ts';

interface Section {
  title: string;
  nouns: readonly Noun[];
}

/** In the order in which help lists them. */
const sections: readonly Section[] = [
  { title: 'START', nouns: [{ commands: [serve] }, loginNoun] },
  {
    title: 'WEBSITES AND CHECKS',
    nouns: [
      dashboardNoun,
      statusNoun,
      websiteNoun,
      urlNoun,
      monitorNoun,
      bulkNoun,
      checkNoun,
      historyNoun,
      certificateNoun,
      heartbeatNoun,
      runNoun,
      reportNoun,
    ],
  },
  { title: 'ALERTS', nouns: [alertNoun, silenceNoun, routingNoun, channelNoun, drillNoun, noticeNoun] },
  { title: 'INCIDENTS AND MAINTENANCE', nouns: [incidentNoun, maintenanceNoun, markNoun] },
  { title: 'ACCESS', nouns: [userNoun, tokenNoun, shareNoun, auditNoun] },
  {
    title: 'SERVER',
    nouns: [backupNoun, doctorNoun, adminNoun, { commands: [createCompletion(() => commands)] }],
  },
];

export const nouns: readonly Noun[] = sections.flatMap((section) => section.nouns);

export const commands: readonly Command[] = nouns.flatMap((noun) => noun.commands);

/** The commands as the help of the program groups them. */
export const commandSections = sections.map(({ title, nouns: members }) => ({
  title,
  commands: members.flatMap((noun) => noun.commands),
}));

/** First words of commands with two words. */
export const commandGroups: readonly { name: string; summary: string }[] = nouns.flatMap(({ group }) => group ?? []);
