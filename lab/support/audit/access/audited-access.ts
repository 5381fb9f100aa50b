import type { Page } from 'playwright-core';
import { type AuditedPage, everything, fails } from '../page-state.ts';
import { exampleAccess, exampleUsers, withoutPasskeys } from './example-access.ts';

const given = exampleAccess;
const filter = async (page: Page) => {
  await page.getByLabel('Actor').fill('nobody');
  await page.getByRole('button', { name: 'Filter' }).click();
};

const approve = async (page: Page) => {
  await page.getByLabel('Code').fill('BCDF');
  await page.getByRole('button', { name: 'Approve' }).click();
};

const accept = async (page: Page) => {
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('Password').fill('long enough');
  await page.getByRole('button', { name: 'Accept' }).click();
};

/** The tabs Access and Audit. */
export const auditedAccess: readonly AuditedPage[] = [
  {
    screen: '/settings',
    address: '/settings?tab=access',
    loading: [
      // Only some requests are held: there are more than a browser has connections.
      { holds: /auth.me/, shows: 'Email (SMTP)' },
      { given, holds: /tokens/, shows: 'Access' },
    ],
    empty: [{ shows: 'No API tokens yet' }, { given: withoutPasskeys, shows: 'Passkeys need a host name' }],
    error: [
      { ...fails('tokens.list'), shows: 'Could not load the API tokens' },
      { ...fails('factors.list'), shows: 'Could not load the second factors' },
      { ...fails('users.list', 'sessions.list'), shows: 'Could not load the users' },
    ],
    full: { given, shows: 'Expires soon' },
  },
  {
    screen: '/settings',
    address: '/settings?tab=audit',
    loading: [
      { holds: everything, shows: 'Email (SMTP)' },
      { given, holds: /audit/, shows: 'A name, or a type such as token' },
    ],
    empty: [{ shows: 'No changes in this period' }, { given, act: filter, shows: 'Nothing matches the filters' }],
    error: { ...fails('audit.list'), shows: 'Could not load the audit log' },
    full: { given, shows: '100 events, and there are more' },
  },
  {
    screen: '/device',
    address: '/device',
    loading: { holds: /device.approve/, act: approve, shows: 'Approving...' },
    empty: { never: 'it lists nothing' },
    error: { act: approve, shows: 'The code has 8 letters' },
    full: [{ shows: 'Approve only a sign-in that you started' }, { isSignedIn: false, shows: 'Sign in first' }],
  },
  {
    screen: '/invite',
    address: '/invite#abc',
    isSignedIn: false,
    loading: { given: exampleUsers, holds: /auth.invitation/, act: accept, shows: 'Accepting...' },
    empty: { never: 'it lists nothing' },
    error: { act: accept, shows: 'This invitation is no longer valid' },
    full: { given: exampleUsers, shows: 'Choose your name and a password' },
  },
];
