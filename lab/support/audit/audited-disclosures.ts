import type { Page } from 'playwright-core';
import { exampleInstallation, exampleWithEvidence, exampleWithRequest } from '../example-installation.ts';
import { exampleAccess, exampleFactors, exampleUsers } from './access/example-access.ts';
import { exampleMaintenance } from './example-alerting.ts';
import { fill, type Opening, openingsOn, press, type Step, steps, text } from './opening.ts';

const login = openingsOn('/login', exampleInstallation, { isSignedIn: false });
const secondStep = openingsOn('/login', exampleFactors, { isSignedIn: false });
const otherMethods = openingsOn('/login', exampleUsers, { isSignedIn: false });
const returned = openingsOn('/login#error=unknown', exampleInstallation, { isSignedIn: false });
const dashboard = openingsOn('/', exampleInstallation);
const firstRun = openingsOn('/', () => undefined);
const urls = openingsOn('/websites/1', exampleInstallation);
const maintained = openingsOn('/websites/1', exampleMaintenance);
const maintainedDashboard = openingsOn('/', exampleMaintenance);
const alerts = openingsOn('/alerts', exampleInstallation);
const seen = openingsOn('/alerts', exampleWithEvidence);
const asked = openingsOn('/websites/1', exampleWithRequest);
const backup = openingsOn('/backup', exampleInstallation);
const changes = openingsOn('/settings?tab=audit', exampleAccess);
const status = openingsOn('/status/1', exampleInstallation, { isSignedIn: false });

const pasting = 'pages/dashboard/first-run/paste-form.tsx';
const firstLook = 'pages/dashboard/first-run/first-look-card.tsx';
const pasteHere = 'Address of a page';
const unanswered = {
  success: false,
  message: 'self-signed certificate',
  status_code: null,
  response_time: null,
  phases: null,
  assertions: [],
  page: null,
};
const addFirst = 'Add Your First Website';
const latencyChart = 'components/charts/latency/latency-chart.tsx';
const charts = 'components/charts/series-chart.tsx';
/** Opens everything with that name, such as the figures of all charts. */
const unfoldAll =
  (name: RegExp): Step =>
  async ({ page }) => {
    const folded = page.locator('summary', { hasText: name });
    await folded.first().waitFor();
    for (const one of await folded.all()) await one.click();
    // Otherwise an element may be half below the top bar.
    await page.evaluate('window.scrollTo(0, 0)');
  };
const focusOn =
  (selector: string): Step =>
  ({ page }) =>
    page.locator(selector).first().focus();
const pressKey =
  (key: string): Step =>
  ({ page }) =>
    page.keyboard.press(key);
const showCrosshair = steps(focusOn('[role=slider][aria-label^="Total Page Load"]'), pressKey('Home'));
const chooseLinear: Step = ({ page }) => page.getByRole('radio', { name: 'Linear' }).click();
const chooseCompact: Step = ({ page }) => page.getByRole('radio', { name: 'Compact' }).click();
const button = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const figures = (page: Page) => page.getByRole('region', { name: /^Data of/ }).first();

/** The details of the first alert that has evidence. */
const openEvidence: Step = async ({ page, settle }) => {
  const rows = page.getByRole('button', { name: /^Details: / });
  await rows.first().waitFor();
  for (const row of await rows.all()) {
    await row.click();
    await settle();
    if (await page.getByRole('region', { name: 'Evidence' }).isVisible()) return;
  }
};

/** The row of an outage that has ended, so that its story is complete. */
const openStory: Step = async ({ page, settle }) => {
  await page.getByRole('link', { name: 'Outages' }).click();
  await settle();
  await page.getByRole('button', { name: /^What happened.*Edge TLS/ }).click();
};

const rightPassword = steps(fill('Admin Password', 'correct horse'), press('Sign in'), ({ page }) =>
  page.getByLabel('Code').waitFor(),
);

/** Parts of a page that open or change in place. */
export const auditedDisclosures: readonly Opening[] = [
  login('shown password', 'pages/login/login-page.tsx', press('Show password'), button(/^Hide/)),
  secondStep('second factor', 'pages/login/second-step.tsx', rightPassword, (page) => page.getByLabel('Code')),
  secondStep(
    'recovery code that is wrong',
    'pages/login/second-step.tsx',
    steps(rightPassword, press('Use a recovery code'), fill('Recovery code', 'x'), press('Verify')),
    text(/^The recovery code is wrong/),
  ),
  otherMethods('other sign-in methods', 'pages/login/sign-in-methods.tsx', press('Email and password'), (page) =>
    page.getByLabel('Email'),
  ),
  returned('sign-on that failed', 'pages/login/sign-on-return.tsx', async () => undefined, text(/^No user belongs/)),
  dashboard(
    'switched theme',
    'shell/theme/theme-toggle.tsx',
    press('Theme: System', 'Theme: Light'),
    button(/^Theme: Dark/),
  ),
  firstRun('refused address', pasting, steps(fill(pasteHere, 'ftp://a'), press(addFirst)), text(/^URL must be a full/)),
  firstRun(
    'first answer',
    firstLook,
    steps(fill(pasteHere, 'shop.example.org'), press(addFirst)),
    text(/responded with/),
  ),
  firstRun(
    'question about a faulty certificate',
    pasting,
    steps(fill(pasteHere, 'shop.example.org'), press(addFirst)),
    text('https did not work.'),
    { before: (fake) => fake.answer('urls.test', { ...unanswered, tls_failed: true }) },
  ),
  dashboard('figures', charts, unfoldAll(/^Show data/), figures),
  dashboard('website taken out', charts, press(/^Documentation/), (page) =>
    page.getByRole('button', { name: /^Documentation/, pressed: false }).first(),
  ),
  urls('other websites', 'pages/website-detail/head/website-switch.tsx', press('Another website'), (page) =>
    page.getByRole('menuitem', { name: /^Documentation/ }),
  ),
  dashboard('crosshair', charts, showCrosshair, text(/^\d+ \w{3}, \d\d:\d\d$/)),
  dashboard('even scale of uptimes', 'components/charts/uptime-by-website.tsx', chooseLinear, text('75%')),
  urls('history', 'pages/website-detail/urls/url-history.tsx', press(/^History of .*checkout/), text('Check History')),
  maintained('history with maintenance', latencyChart, press(/^History of .*checkout/), (page) =>
    page.locator('rect[data-mark=maintenance]').first(),
  ),
  maintainedDashboard('figures with maintenance', charts, unfoldAll(/^Show data/), text(/: v1\.4\.2$/)),
  urls(
    'where the time goes',
    'components/phases/phase-chart.tsx',
    press(/^History of .*checkout/),
    text('Time by phase'),
  ),
  urls(
    'phases of a check',
    'components/phases/phase-bar.tsx',
    steps(press(/^History of .*checkout/), ({ page }) =>
      page
        .getByRole('table', { name: /^Checks of/ })
        .locator('summary')
        .first()
        .click(),
    ),
    (page) => page.getByRole('table').getByRole('term').first(),
  ),
  asked('compact rows', 'pages/website-detail/urls/url-row.tsx', chooseCompact, text(/^cannot be checked: a secret/)),
  seen('recorded response', 'pages/alerts/details/recorded-response.tsx', openEvidence, text(/^Taken: /)),
  alerts(
    'details of an alert',
    'pages/alerts/details/alert-details.tsx',
    press(/^Details: .*Edge TLS.* is down/),
    text('535 authentication failed'),
  ),
  alerts('rare actions', 'components/rows/row-menu.tsx', press('More actions'), (page) =>
    page.getByRole('menuitem', { name: 'Clear All Alerts' }),
  ),
  alerts('story of an outage', 'pages/alerts/outages/outage-row.tsx', openStory, text('535 authentication failed')),
  backup(
    'name that cannot be',
    'pages/backup/create-backup.tsx',
    steps(fill('Name', 'a/b'), press('Create Backup')),
    text(/^Backup name must have/),
  ),
  changes(
    'before and after a change',
    'pages/settings/audit/audit-event-row.tsx',
    ({ page }) => page.locator('summary', { hasText: '2 changes' }).click(),
    (page) => page.getByRole('table', { name: /^Before and after/ }),
  ),
  status('figures', charts, unfoldAll(/^Show data/), figures),
  status('day of a strip', 'components/pulse/day-strip.tsx', focusOn('[role=slider]'), text(/^Day 30/)),
];
