import {
  dialog,
  failing,
  fill,
  type Opening,
  openingsOn,
  press,
  question,
  type Step,
  steps,
  text,
} from '../opening.ts';
import { exampleAccess } from './example-access.ts';

const access = openingsOn('/settings?tab=access', exampleAccess);

const tokenForm = 'pages/settings/access/tokens/token-form-dialog.tsx';
const tokenActions = 'pages/settings/access/tokens/use-token-actions.ts';
const madeSecret = 'components/secrets/made-secret-dialog.tsx';
const check =
  (name: string): Step =>
  ({ page }) =>
    page.getByRole('checkbox', { name }).check();
const nameToken = steps(press('Create token'), fill('Name', 'Deploy'), check('backup'));
const staysOnEscape = true;

/** What opens on the tab of who may enter. */
export const accessDialogs: readonly Opening[] = [
  access('new token', tokenForm, press('Create token'), dialog('Create token')),
  access('token that reads all', tokenForm, nameToken, text(/^Whoever has it can read all data/), { staysOnEscape }),
  access('token with faults', tokenForm, press('Create token', 'Create token'), text(/fields need another look/)),
  access(
    'refused token',
    tokenForm,
    steps(nameToken, press('Create token', 'OK')),
    text('Refused for this test'),
    { ...failing('tokens.create'), staysOnEscape },
  ),
  access('unsaved token', tokenForm, steps(nameToken, press('Close')), question('Discard unsaved changes?')),
  access('token, this once', madeSecret, steps(nameToken, press('Create token')), dialog('Token Deploy')),
  access('revocation of a token', tokenActions, press(/^Revoke/), question(/^Revoke token/)),
  access('token that was not revoked', tokenActions, press(/^Revoke/, 'Revoke'), question('Refused for this test'), {
    ...failing('tokens.remove'),
  }),
];
