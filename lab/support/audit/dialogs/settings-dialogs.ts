import { exampleInstallation, exampleWithLogo } from '../../example-installation.ts';
import {
  choose,
  dialog,
  failing,
  fill,
  follow,
  type Opening,
  openingsOn,
  press,
  question,
  stay,
  steps,
  text,
} from '../opening.ts';

const settings = openingsOn('/settings', exampleInstallation);
const email = openingsOn('/settings?tab=email', exampleInstallation);
const setUpEmail = openingsOn('/settings?setup=email', exampleInstallation);
const branding = openingsOn('/settings?tab=branding', exampleWithLogo);
const diagnostics = openingsOn('/settings?tab=diagnostics', exampleInstallation);
const leaving = 'shell/boundary/unsaved-changes.tsx';
const sendTest = 'pages/settings/send-test.tsx';
const logoCard = 'pages/settings/logo-card.tsx';
const testEmail = steps(fill('Address', 'me@example.org'), press('Send Test Email'));
const discarding = question('Discard unsaved changes?');

/** Dialogs of the settings tabs that are forms. */
export const settingsDialogs: readonly Opening[] = [
  settings(
    'saved settings',
    'pages/settings/notification-settings-form.tsx',
    steps(fill('Cooldown', '20'), press('Save'), stay),
    dialog('Settings saved successfully!'),
  ),
  settings('unsaved settings and a link', leaving, steps(fill('Cooldown', '20'), follow('Backup')), discarding),
  settings('keys', 'shell/keys/keys.tsx', ({ page }) => page.keyboard.press('?'), dialog('Keys')),
  setUpEmail(
    'email that is set up',
    'pages/settings/setup/server-channel-form.tsx',
    steps(fill('From address', 'ops@example.org'), press('Save and Turn On Email'), stay),
    dialog('Settings saved successfully!'),
  ),
  setUpEmail(
    'email whose test failed',
    'pages/settings/setup/server-channel-form.tsx',
    steps(
      fill('From address', 'ops@example.org'),
      press('Send Test'),
      ({ page }) => page.getByText('The test was not sent').waitFor(),
      press('Save and Turn On Email'),
    ),
    question('Turn on Email?'),
    failing('settings.test'),
  ),
  email('test without an address', sendTest, press('Send Test Email'), question('Please enter an email address')),
  email('sent test', sendTest, testEmail, text('Test email sent successfully!')),
  diagnostics(
    'support bundle',
    'pages/settings/diagnostics/bundle-dialog.tsx',
    press('Download support bundle'),
    dialog('Download support bundle'),
  ),
  email('failed test', sendTest, testEmail, text('Failed to send test email.'), failing('settings.testEmail')),
  branding('file that is no logo', logoCard, choose('notes.pdf', 'application/pdf'), question(/^Please upload/)),
  branding('chosen logo', logoCard, choose('shop.svg', 'image/svg+xml'), text('Upload')),
  branding('deletion of the logo', logoCard, press('Delete logo'), question('Delete the logo?')),
  branding(
    'saved brand, after the reload',
    'pages/settings/branding-panel.tsx',
    steps(press('Save'), stay),
    dialog('Branding updated successfully!'),
  ),
];
