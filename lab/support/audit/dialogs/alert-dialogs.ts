import { exampleInstallation } from '../../example-installation.ts';
import { exampleAlerting } from '../example-alerting.ts';
import {
  choose,
  dialog,
  failing,
  fill,
  follow,
  type Opening,
  opened,
  openingsOn,
  press,
  question,
  stay,
  steps,
  text,
} from '../opening.ts';

const alerts = openingsOn('/alerts', exampleInstallation);
const inAlerting = openingsOn('/alerts', exampleAlerting);
const site = openingsOn('/websites/1', exampleInstallation);
const muted = openingsOn('/websites/1', exampleAlerting);
const backup = openingsOn('/backup', exampleInstallation);
const alertActions = 'pages/alerts/use-alert-actions.ts';
const acknowledgeForm = 'alerting/acknowledge-dialog.tsx';
const muteForm = 'alerting/mute-dialog.tsx';
const muting = 'alerting/use-muting.ts';
const overdueOffer = 'pages/backup/overdue-offer.tsx';
const createBackup = 'pages/backup/create-backup.tsx';
const restoreBackup = 'pages/backup/restore-backup.tsx';
const download = 'pages/backup/backups-table.tsx';

const dailyBackup = 'pages/backup/daily-backup.tsx';
const askToRestore = steps(choose('old.tar.gz', 'application/gzip'), press('Restore'));
const restore = steps(askToRestore, fill('Type RESTORE to confirm', 'RESTORE'), press('Restore'));
/** Chooses an action of the page's menu. */
const clear = (name: string | RegExp) =>
  steps(press('More actions'), ({ page }) => page.getByRole('menuitem', { name }).click());
const acknowledge = steps(press(/^Acknowledge ?: /), opened('Acknowledge alert'), press('Acknowledge'));
const mute = steps(press(/^Mute$/), opened('Mute Checkout'), press('Mute'));
const staysOnEscape = true;

/** Dialogs of the alert and backup pages. */
export const alertDialogs: readonly Opening[] = [
  alerts('deletion of all', alertActions, clear('Clear All Alerts'), question('Clear All Alerts?')),
  alerts('deletion of old ones', alertActions, clear(/^Clear Old/), question(/^Clear Old Alerts/)),
  alerts('deleted', alertActions, steps(clear(/^Clear Old/), press(/^Clear Old/), stay), dialog('0 alerts deleted')),
  alerts('deletion of one', alertActions, press(/^Delete alert/), question('Delete this alert?')),
  alerts('acknowledgement', acknowledgeForm, press(/^Acknowledge ?: /), dialog('Acknowledge alert')),
  alerts('acknowledgement of all', acknowledgeForm, press('Acknowledge All'), dialog(/^Acknowledge \d alerts/)),
  alerts('acknowledged', acknowledgeForm, steps(acknowledge, stay), dialog('1 alert acknowledged')),
  alerts('refused acknowledgement', acknowledgeForm, acknowledge, question('Refused for this test'), {
    ...failing('alerts.acknowledge'),
  }),
  alerts('muted for an hour', muting, steps(press(/^Mute 1 h/), stay), dialog(/is muted until/)),
  alerts('not muted', muting, press(/^Mute 1 h/), question('Refused for this test'), failing('silences.create')),
  inAlerting('unmuted', muting, steps(press(/^Unmute/), stay), dialog(/is no longer muted/)),
  inAlerting('still muted', muting, press(/^Unmute/), question('Refused for this test'), failing('silences.remove')),
  site('for how long a website is muted', muteForm, press(/^Mute$/), dialog('Mute Checkout')),
  site('for how long a URL is muted', muteForm, press(/^Mute https/), dialog(/^Mute https/)),
  site('muted website', muting, steps(mute, stay), dialog(/is muted until/)),
  site('refused muting', muteForm, mute, question('Refused for this test'), failing('silences.create')),
  muted('website unmuted', muting, steps(press(/^Unmute/), stay), dialog(/is no longer muted/)),
  backup(
    'refused offer',
    overdueOffer,
    press(/^Notify me after/),
    question('Refused for this test'),
    failing('settings.updateGeneral'),
  ),
  backup('created', createBackup, steps(press('Create Backup'), stay), dialog('Backup created successfully')),
  backup('not created', createBackup, press('Create Backup'), question('Failed to create backup'), {
    ...failing('backup.create'),
  }),
  backup(
    'why not',
    createBackup,
    press('Create Backup', 'OK'),
    text('Refused for this test'),
    failing('backup.create'),
  ),
  backup(
    'file that is none',
    restoreBackup,
    choose('notes.pdf', 'application/pdf'),
    question('Please select a backup'),
  ),
  backup('restoring?', restoreBackup, askToRestore, question('Restore this backup?')),
  backup('restoring', 'pages/backup/restore-backup.tsx', restore, dialog('Restoring backup'), {
    holds: /restore/,
    staysOnEscape,
  }),
  backup('restored', restoreBackup, restore, dialog(/^Backup restored/)),
  backup('not restored', restoreBackup, restore, question('Failed to restore backup'), failing('backup.restore')),
  backup('download', download, follow(/^Download/), (page) => page.getByRole('progressbar'), { holds: /download/ }),
  backup('failed download', download, follow(/^Download/), question(/^Could not down/), failing('backup.download')),
  backup(
    'restoring one of the list?',
    'pages/backup/backups-table.tsx',
    press(/^Restore backup/),
    question(/^Restore .*\?$/),
  ),
  backup('daily backup saved', dailyBackup, steps(press('Save'), stay), dialog('Daily backup saved')),
  backup(
    'daily backup not saved',
    dailyBackup,
    press('Save'),
    question('Refused for this test'),
    failing('backup.updateSchedule'),
  ),
  backup('deletion of one', 'pages/backup/backups-table.tsx', press(/^Delete/), question('Delete backup?')),
  backup(
    'deletion of old ones',
    'pages/backup/backup-page.tsx',
    press('Cleanup Old Backups'),
    question('Cleanup old backups?'),
  ),
];
