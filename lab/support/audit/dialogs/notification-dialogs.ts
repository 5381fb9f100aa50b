import { exampleAlerting } from '../example-alerting.ts';
import {
  dialog,
  failing,
  fill,
  follow,
  type Opening,
  openingsOn,
  press,
  question,
  type Step,
  stay,
  steps,
  text,
} from '../opening.ts';

const channels = openingsOn('/settings?tab=channels', exampleAlerting);
const reports = openingsOn('/settings?tab=reports', exampleAlerting);
const general = openingsOn('/settings?tab=general', exampleAlerting);

const kindChoice = 'pages/settings/channels/form/kind-choice.tsx';
const channelForm = 'pages/settings/channels/form/channel-form-dialog.tsx';
const channelActions = 'pages/settings/channels/use-channel-actions.ts';
const madeSecret = 'components/secrets/made-secret-dialog.tsx';
const addBrowser = 'pages/settings/channels/push/add-browser-dialog.tsx';
const reportForm = 'pages/settings/reports/report-form-dialog.tsx';
const reportActions = 'pages/settings/reports/use-report-actions.ts';
const generalPanel = 'pages/settings/general/general-panel.tsx';
const leaving = 'shell/boundary/unsaved-changes.tsx';

const choose = (kind: string) => press('Add Channel', kind);
const nameNtfy = steps(choose('ntfy'), fill('Name', 'Day phone'), fill('Topic', 'day'));
const nameWebhook = steps(
  choose('Webhook'),
  fill('Name', 'Robot'),
  fill('URL', 'https://example.org/hooks'),
  press('Save'),
);
const switchOff: Step = ({ page }) => page.getByRole('switch', { name: 'Enabled: Night phone' }).click();
/** The browser has not asked for permission yet. */
const mayAsk =
  (answer: NotificationPermission): Step =>
  ({ page }) =>
    page.evaluate((given) => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      Notification.requestPermission = async () => given;
    }, answer);
const rotate = press('Rotate Secret', 'Rotate Secret');
const nameReport = steps(press('Add Report'), fill('Name', 'Daily'), fill('Recipients', 'ops@example.org'));
const overdue = fill('Backup overdue', '30');
const discarding = question('Discard unsaved changes?');
const staysOnEscape = true;

const ofChannels: readonly Opening[] = [
  channels('kinds of channels', kindChoice, press('Add Channel'), dialog('Add Channel')),
  channels('new channel', channelForm, choose('ntfy'), dialog('Add ntfy')),
  channels('new webhook', channelForm, steps(choose('Webhook'), press('Add header')), text('Value'), { staysOnEscape }),
  channels('edited channel', channelForm, press(/^Edit/), dialog('Edit Webhook')),
  channels('channel with faults', channelForm, steps(choose('ntfy'), press('Save')), text(/fields have errors/)),
  channels('good channel', channelForm, steps(nameNtfy, press('Send Test')), text(/^in [<\d].*s, /), { staysOnEscape }),
  channels('bad channel', channelForm, steps(nameNtfy, press('Send Test')), text('Test failed'), {
    ...failing('channels.test'),
    staysOnEscape,
  }),
  channels('refused channel', channelForm, steps(nameNtfy, press('Save', 'OK')), text('Refused for this test'), {
    ...failing('channels.create'),
    staysOnEscape,
  }),
  channels('unsaved channel', channelForm, steps(nameNtfy, press('Close')), discarding),
  channels('saved channel', channelActions, steps(nameNtfy, press('Save'), stay), dialog('Channel saved')),
  channels('secret of a new channel', madeSecret, nameWebhook, dialog('Signing secret of Robot')),
  channels('another secret?', channelActions, press('Rotate Secret'), question(/^Rotate the secret of/)),
  channels('another secret', madeSecret, rotate, dialog(/^Signing secret of/)),
  channels('no other secret', channelActions, rotate, text('Refused for this test'), failing('channels.rotateSecret')),
  channels('refused switch', channelActions, switchOff, question('Refused for this test'), failing('channels.update')),
  channels('drill', channelActions, steps(press('Start Drill'), stay), dialog(/^Drill sent/)),
  channels('failed drill', channelActions, press('Start Drill'), question('Refused for this test'), {
    ...failing('drills.start'),
  }),
  channels('failed test', channelActions, press('Send Test'), text('Test failed'), failing('channels.testSaved')),
  channels('deletion of a channel', channelActions, press(/^Delete/), question(/^Delete channel/)),
  channels(
    'channel in use',
    channelActions,
    steps(press('Delete Night phone', 'Delete channel')),
    text(/uses this channel/),
  ),
  channels('browser that takes no messages', addBrowser, choose('Browser push'), dialog('Add this browser')),
  channels(
    'browser that may not be notified',
    addBrowser,
    steps(mayAsk('default'), choose('Browser push'), press('Add this browser')),
    question('The browser was not allowed to show notifications.'),
  ),
];

const ofReports: readonly Opening[] = [
  reports('new report', reportForm, press('Add Report'), dialog('Add Report')),
  reports('edited report', reportForm, press(/^Edit/), dialog('Edit Report')),
  reports('report with faults', reportForm, press('Add Report', 'Save'), text(/fields have errors/)),
  reports('refused report', reportForm, steps(nameReport, press('Save', 'OK')), text('Refused for this test'), {
    ...failing('reports.create'),
    staysOnEscape,
  }),
  reports('unsaved report', reportForm, steps(nameReport, press('Close')), discarding),
  reports('deletion of a report', reportActions, press(/^Delete/), question(/^Delete report/)),
  reports('sent report', reportActions, steps(press('Send Now'), stay), dialog(/^Report sent to/)),
  reports('report that was not sent', reportActions, press('Send Now'), question('Refused for this test'), {
    ...failing('reports.send'),
  }),
];

const ofGeneral: readonly Opening[] = [
  general('saved', generalPanel, steps(overdue, press('Save'), stay), dialog('Settings saved successfully!')),
  general('faults', generalPanel, steps(fill('Backup overdue', '-1'), press('Save')), text(/must be between/)),
  general('refused', generalPanel, steps(overdue, press('Save')), question('Refused for this test'), {
    ...failing('settings.updateGeneral'),
  }),
  general('unsaved', leaving, steps(overdue, follow('Reports', 'tab')), discarding),
];

/** Dialogs of the notification settings: on the tabs of channels, reports and General. */
export const notificationDialogs: readonly Opening[] = [...ofChannels, ...ofReports, ...ofGeneral];
