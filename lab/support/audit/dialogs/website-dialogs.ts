import {
  type NetworkMonitorType,
  networkMonitorKinds,
  networkMonitorTypes,
} from '@upvigil/core/contract/monitor-kinds/registry';
import { addShareLink } from '@upvigil/core/testing/fake-shares';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { exampleInstallation, exampleWithRequest } from '../../example-installation.ts';
import {
  deleteInMenu,
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

const withoutSlack = (state: FakeState) => {
  exampleInstallation(state);
  state.slack.clear();
};
const withShareLink = (state: FakeState) => {
  exampleInstallation(state);
  const link = addShareLink(state, { website_id: state.websites[0]?.id ?? 0, name: 'Agency' });
  Object.assign(link, { url: 'https://status.example.org/share/good' });
};
const websites = openingsOn('/websites', exampleInstallation);
const urls = openingsOn('/websites/1', exampleInstallation);
const shared = openingsOn('/websites/1', withShareLink);
const asked = openingsOn('/websites/1', exampleWithRequest);
const network = openingsOn('/websites/1?tab=network', exampleInstallation);
const heartbeats = openingsOn('/websites/1?tab=heartbeats', exampleInstallation);
const slack = openingsOn('/websites/1?tab=slack', exampleInstallation);
const noSlack = openingsOn('/websites/1?tab=slack', withoutSlack);
const alerts = openingsOn('/alerts', exampleInstallation);
const backup = openingsOn('/backup', exampleInstallation);
const dashboard = openingsOn('/', exampleInstallation);

const palette = 'palette/palette.tsx';
const inForm = 'components/forms/use-contract-form.ts';
const leaving = 'shell/boundary/unsaved-changes.tsx';
const lightbox = 'components/dialogs/lightbox.tsx';
const websiteForm = 'pages/websites/website-form-dialog.tsx';
const urlForm = 'pages/website-detail/urls/url-form-dialog.tsx';
const urlActions = 'pages/website-detail/urls/use-url-actions.ts';
const monitorForm = 'pages/website-detail/network/monitor-form-dialog.tsx';
const monitorStats = 'pages/website-detail/network/monitor-stats-dialog.tsx';
const networkActions = 'pages/website-detail/network/use-network-actions.ts';
const heartbeatForm = 'pages/website-detail/heartbeats/heartbeat-form-dialog.tsx';
const heartbeatActions = 'pages/website-detail/heartbeats/use-heartbeat-actions.ts';
const slackForm = 'pages/website-detail/slack/slack-panel.tsx';
const nameAWebsite = steps(press('Add New Website'), fill('Name', 'Shop'));
const enterWrongUrl = steps(press('Add New URL'), fill('URL', 'ftp://shop'), fill('Timeout', '0'), press('Save'));
const addCheckoutAgain = steps(
  press('Add New URL'),
  fill('URL', 'https://shop.example.org/checkout/with/a/long/path?and=a&long=query-that-does-not-end-soon'),
  press('Save'),
);
const unfold =
  (name: string): Step =>
  ({ page }) =>
    page.locator('summary', { hasText: name }).click();
const unfoldAsked = steps(press(/^Edit .*checkout/), unfold('Advanced'), ({ page }) =>
  page.getByLabel('Method').waitFor(),
);
const asBrowser: Step = ({ page }) => page.getByLabel('Check mode').selectOption('browser');
const chooseKind =
  (type: NetworkMonitorType): Step =>
  ({ page }) =>
    page.getByLabel('Type', { exact: true }).selectOption(type);
const testEdge = press('Edit Edge TLS', 'Test Connection');
const openHistory = steps(press(/^History of .*checkout/), ({ page }) =>
  page.getByRole('table').getByRole('button').first().click(),
);
const openPalette = steps(press('Search or jump to'), ({ page }) =>
  page.getByRole('option', { name: /^Edge TLS/ }).waitFor(),
);
const discarding = question('Discard unsaved changes?');
const staysOnEscape = true;
/** The walk's arrow keys select every type once, which clears the port. */
const retyped = { staysOnEscape };

/** The palette, and the dialogs of the website pages. */
export const websiteDialogs: readonly Opening[] = [
  dashboard('palette', palette, openPalette, dialog('Search or jump to')),
  alerts('palette that finds nothing', palette, steps(openPalette, fill('Search', 'zzz')), text('No results for')),
  backup(
    'check from the palette',
    'palette/use-run.ts',
    steps(openPalette, ({ page }) => page.getByRole('option', { name: /^Check now/ }).click(), stay),
    dialog('Check triggered successfully'),
  ),
  websites('new website', 'components/forms/form-dialog.tsx', press('Add New Website'), dialog('Add New Website')),
  websites('edited website', websiteForm, press(/^Edit/), dialog('Edit Website')),
  websites('website without a name', websiteForm, press('Add New Website', 'Save'), text('Name is required')),
  websites('website being saved', websiteForm, steps(nameAWebsite, press('Save')), text('Saving...'), {
    holds: /^POST/,
    staysOnEscape,
  }),
  websites('refused website', inForm, steps(nameAWebsite, press('Save')), question('Failed to save website'), {
    ...failing('websites.create'),
  }),
  websites('why it was refused', websiteForm, steps(nameAWebsite, press('Save', 'OK')), text('Refused for this test'), {
    ...failing('websites.create'),
    staysOnEscape,
  }),
  websites('unsaved website', websiteForm, steps(nameAWebsite, press('Close')), discarding),
  websites('deletion of a website', 'pages/websites/websites-page.tsx', deleteInMenu(), question(/^Delete website/)),
  urls('share links', 'pages/website-detail/share/share-dialog.tsx', press('Share'), dialog(/^Share /)),
  shared(
    'share link that was not revoked',
    'pages/website-detail/share/share-link-row.tsx',
    press('Share', /^Revoke/),
    question(/^Failed to revoke the link/),
    failing('shareLinks.remove'),
  ),
  urls('new URL', urlForm, press('Add New URL'), dialog('Add New URL')),
  urls('edited URL', urlForm, press(/^Edit/), dialog('Edit URL')),
  urls('URL with all its fields', urlForm, steps(press(/^Edit/), unfold('Advanced')), text('Check mode')),
  asked('URL with a request of its own', urlForm, unfoldAsked, text('Each ******** is encrypted')),
  asked('tested request', urlForm, steps(unfoldAsked, press('Test Request')), text('Response time')),
  asked(
    'refused test of a request',
    urlForm,
    steps(unfoldAsked, press('Test Request')),
    text('Request failed'),
    failing('urls.test'),
  ),
  asked('faults in rows', urlForm, steps(unfoldAsked, press('Add header', 'Save')), text(/^Header name must/), {
    staysOnEscape,
  }),
  asked('URL in a browser', urlForm, steps(unfoldAsked, asBrowser), text(/^Saving removes options/), { staysOnEscape }),
  urls('URL with two faults', urlForm, enterWrongUrl, text('2 fields have errors'), { staysOnEscape }),
  urls('URL that is monitored already', urlForm, addCheckoutAgain, question('Add this address again?'), {
    staysOnEscape,
  }),
  urls('deletion of a URL', urlActions, deleteInMenu(), question('Delete URL?')),
  urls('deletion under way', urlActions, steps(deleteInMenu(), press('Delete URL')), text('Deleting...'), {
    holds: /^DELETE/,
    staysOnEscape,
  }),
  urls('check now', urlActions, steps(press(/^Check now/), stay), dialog('Check triggered successfully')),
  urls(
    'check that failed',
    urlActions,
    press(/^Check now/),
    question('Failed to trigger check'),
    failing('urls.check'),
  ),
  urls('copied meta tag', 'pages/website-detail/urls/url-row.tsx', press(/^Copy meta tag/), (page) =>
    dialog('Meta tag copied')(page).or(question(/blocked copying/)(page)),
  ),
  urls('newest screenshot', lightbox, press(/^Open screenshot/), dialog(/^Screenshot of/)),
  urls('screenshots of the history', lightbox, steps(openHistory, press('Older')), text(/2 of 2/)),
  network('new monitor', monitorForm, press('Add Monitor'), dialog('Add Monitor')),
  ...networkMonitorTypes.map((type) =>
    network(
      `new monitor, ${networkMonitorKinds[type].label}`,
      monitorForm,
      steps(press('Add Monitor'), chooseKind(type), unfold('Advanced')),
      text('IP family'),
      retyped,
    ),
  ),
  network('edited monitor', monitorForm, press(/^Edit/), dialog('Edit Monitor'), retyped),
  network(
    'monitor with all its fields',
    monitorForm,
    steps(press(/^Edit/), unfold('Advanced')),
    text('IP family'),
    retyped,
  ),
  network('empty monitor', monitorForm, press('Add Monitor', 'Save'), text(/fields have errors/)),
  network('good connection', monitorForm, testEdge, text('Connection successful, answered in 0.01s'), retyped),
  network('bad connection', monitorForm, testEdge, text('Test failed'), {
    ...failing('networkMonitors.test'),
    ...retyped,
  }),
  network('statistics', monitorStats, press('Stats of Edge TLS'), dialog('Statistics: Edge TLS')),
  network('deletion of a monitor', networkActions, deleteInMenu(), question(/^Delete monitor/)),
  network('check that failed', networkActions, press('Check Edge TLS'), question('Failed to trigger check'), {
    ...failing('networkMonitors.check'),
  }),
  heartbeats('new heartbeat', heartbeatForm, press('Add Heartbeat'), dialog('Add Heartbeat'), retyped),
  heartbeats('edited heartbeat', heartbeatForm, press('Edit Nightly backup'), dialog('Edit Heartbeat'), retyped),
  heartbeats(
    'rotation of a key',
    heartbeatActions,
    press('Details of Nightly backup', 'Rotate key'),
    question(/^Rotate the key of heartbeat/),
  ),
  noSlack('test without a webhook', slackForm, press('Test Connection'), question('Please enter a webhook URL first')),
  slack('good webhook', slackForm, press('Test Connection'), text('Test message sent successfully!')),
  slack('removal of the settings', slackForm, press('Remove'), question('Remove the Slack settings?')),
  slack(
    'unsaved settings and another tab',
    leaving,
    steps(fill('Channel ID (optional)', 'C01'), follow(/^Network/, 'tab')),
    discarding,
  ),
];
