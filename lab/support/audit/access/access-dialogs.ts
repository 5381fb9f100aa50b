import { accessPageMessages } from '@upvigil/core/texts/access';
import type { Page } from 'playwright-core';
import { exampleInstallation } from '../../example-installation.ts';
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
import { exampleAccess, exampleOldSignIn } from './example-access.ts';

const access = openingsOn('/settings?tab=access', exampleAccess);
const oldSignIn = openingsOn('/settings?tab=access', exampleOldSignIn);
const noFactors = openingsOn('/settings?tab=access', exampleInstallation);

const tokenForm = 'pages/settings/access/tokens/token-form-dialog.tsx';
const tokenActions = 'pages/settings/access/tokens/use-token-actions.ts';
const madeSecret = 'components/secrets/made-secret-dialog.tsx';
const check =
  (name: string): Step =>
  ({ page }) =>
    page.getByRole('checkbox', { name }).check();
const nameToken = steps(press('Create token'), fill('Name', 'Deploy'), check('backup'));
const staysOnEscape = true;

const { factors: said, users, confirm } = accessPageMessages;
const inviteDialog = 'pages/settings/access/users/invite-dialog.tsx';
const userActions = 'pages/settings/access/users/use-user-actions.ts';
const sessionList = 'pages/settings/access/sign-in/session-list.tsx';
const confirmDialog = 'session/confirm/confirm-dialog.tsx';
const totpDialog = 'pages/settings/access/sign-in/factors/totp-dialog.tsx';
const codesDialog = 'pages/settings/access/sign-in/factors/factor-list.tsx';
const passkeyDialog = 'pages/settings/access/sign-in/factors/add-passkey-dialog.tsx';
const factorActions = 'pages/settings/access/sign-in/factors/use-factor-actions.ts';
const setUp = steps(press('Set up'), ({ page }) => page.getByRole('img', { name: 'QR code of the secret' }).waitFor());

const ofFactors: readonly Opening[] = [
  noFactors('new authenticator app', totpDialog, setUp, dialog('Set up an authenticator app')),
  noFactors('app that cannot begin', totpDialog, press('Set up'), text(said.beginFailed), failing('factors.beginTotp')),
  noFactors('wrong code', totpDialog, steps(setUp, fill('Code', '12'), press('Turn on')), text(/must have 6 digits/)),
  noFactors(
    'recovery codes',
    codesDialog,
    steps(setUp, fill('Code', '123456'), press('Turn on')),
    dialog('Recovery codes'),
  ),
  noFactors('new passkey', passkeyDialog, press('Add passkey'), dialog('Add passkey')),
  access('end of the app', factorActions, press(/^Turn off/), question(said.removeTotp)),
  access('end of a passkey', factorActions, press(/^Remove passkey Phone/), question(said.removePasskey('Phone'))),
  access('other recovery codes', factorActions, press('Create new codes'), question(said.renew)),
];

const invite = steps(press('Invite'), fill('Email', 'bob@example.org'));
const sendInvitation = ({ page }: { page: Page }) =>
  page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();

const ofUsers: readonly Opening[] = [
  access('invitation', inviteDialog, press('Invite'), dialog(users.inviteTitle)),
  access(
    'refused invitation',
    inviteDialog,
    steps(invite, sendInvitation, press('OK')),
    text('Refused for this test'),
    {
      ...failing('users.create'),
      staysOnEscape,
    },
  ),
  access('link of an invitation', madeSecret, steps(invite, sendInvitation), dialog('Invitation of bob@example.org')),
  access('disabling a user', userActions, press('Disable Ann'), question(users.disableQuestion('Ann'))),
  access('reset of a user', userActions, press('Reset Ann'), question(users.resetQuestion('Ann'))),
  access('removal of a user', userActions, press('Remove Ann'), question(users.removeQuestion('Ann'))),
  access('session that cannot be ended', sessionList, press(/^End the session/), question('Refused for this test'), {
    ...failing('sessions.remove'),
  }),
  oldSignIn('password once more', confirmDialog, press('Disable Ann', 'Disable'), dialog(confirm.title)),
  oldSignIn('passkey once more', confirmDialog, press('Disable Ann', 'Disable'), dialog(confirm.titleOfPasskey), {
    before: (fake) => fake.answer('auth.confirmProofs', ['passkey']),
  }),
  oldSignIn('sign-in once more', confirmDialog, press('Disable Ann', 'Disable'), dialog(confirm.signInAgain), {
    before: (fake) => fake.answer('auth.confirmProofs', []),
  }),
];

/** Dialogs of the tab Access. */
export const accessDialogs: readonly Opening[] = [
  ...ofUsers,
  ...ofFactors,
  access('new token', tokenForm, press('Create token'), dialog('Create token')),
  access('token that reads all', tokenForm, nameToken, text(/^Anyone with this token can read all data/), {
    staysOnEscape,
  }),
  access('token with faults', tokenForm, press('Create token', 'Create token'), text(/fields have errors/)),
  access('refused token', tokenForm, steps(nameToken, press('Create token', 'OK')), text('Refused for this test'), {
    ...failing('tokens.create'),
    staysOnEscape,
  }),
  access('unsaved token', tokenForm, steps(nameToken, press('Close')), question('Discard unsaved changes?')),
  access('token, this once', madeSecret, steps(nameToken, press('Create token')), dialog('Token Deploy')),
  access('revocation of a token', tokenActions, press(/^Revoke/), question(/^Revoke token/)),
  access('token that was not revoked', tokenActions, press(/^Revoke/, 'Revoke'), question('Refused for this test'), {
    ...failing('tokens.remove'),
  }),
];
