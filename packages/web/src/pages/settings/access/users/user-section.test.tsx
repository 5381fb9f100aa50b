import { screen, waitFor, within } from '@testing-library/react';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addSession, addUser } from '@upvigil/core/testing/fake-users';
import { accessMessages, accessPageMessages } from '@upvigil/core/texts/access';
import { beforeAll, expect, it } from 'vitest';
import { startPages } from '../../../../testing/render-page.tsx';

const openPage = startPages();
// Compiled in advance, because compilation is slow on a busy machine.
beforeAll(
  () => Promise.all([import('../access-panel.tsx'), import('../../../../session/confirm/ask-to-confirm.tsx')]),
  60_000,
);
const openTab = (given?: (state: FakeState) => void) => openPage('/settings?tab=access', given ? { given } : {});

const { users: texts } = accessPageMessages;
const ann = (state: FakeState) => void addUser(state, { email: 'ann@example.org', name: 'Ann', passkeys: 2 });

it('explains the empty list, and shows the link of an invitation once', async () => {
  const { user, fake } = openTab();
  expect(await screen.findByText(accessMessages.user.none)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  const form = within(await screen.findByRole('dialog', { name: texts.inviteTitle }));
  await user.fill(form.getByLabelText('Email'), 'nonsense');
  await user.click(form.getByRole('radio', { name: 'Editor' }));
  await user.click(form.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(form.getByLabelText('Email')).toBeInvalid());
  await user.fill(form.getByLabelText('Email'), 'ann@example.org');
  await user.click(form.getByRole('button', { name: 'Invite' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Invitation of ann@example.org' }));
  expect(shown.getByText(accessMessages.user.onceLink)).toBeVisible();
  expect(shown.getByText(/^http:\/\/.*\/invite#fake-invitation-/)).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Invited')).toBeVisible();
  expect(fake.state.users).toMatchObject([{ email: 'ann@example.org', role: 'editor' }]);
});

it('shows no link for an invitation sent by email', async () => {
  const { user, fake } = openTab();
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const form = within(await screen.findByRole('dialog', { name: texts.inviteTitle }));
  await user.fill(form.getByLabelText('Email'), 'ann@example.org');
  const invited = { ...addUser(fake.state, { email: 'ann@example.org' }), mailed: true, link: null, mail_error: null };
  fake.answer('users.create', invited);
  await user.click(form.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByRole('dialog', { name: accessMessages.user.mailed('ann@example.org') })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: /^Invitation of/ })).not.toBeInTheDocument();
});

it('changes the role of a user, disables, enables, resets and removes', async () => {
  const { user, fake } = openTab(ann);
  expect(await screen.findByText(/^ann@example\.org · 2 passkeys · Never seen$/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Role of Ann'), 'admin');
  await waitFor(() => expect(fake.state.users[0]?.role).toBe('admin'));
  const press = async (button: string, question: string) => {
    await user.click(await screen.findByRole('button', { name: `${button} Ann` }));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: question })).getByRole('button', { name: button }),
    );
  };
  await press('Disable', texts.disableQuestion('Ann'));
  await user.click(await screen.findByRole('button', { name: 'Enable Ann' }));
  expect(await screen.findByText('Active')).toBeVisible();
  await press('Reset', texts.resetQuestion('Ann'));
  const shown = within(await screen.findByRole('dialog', { name: 'Invitation of ann@example.org' }));
  await user.click(shown.getByRole('button', { name: 'Done' }));
  await press('Remove', texts.removeQuestion('Ann'));
  expect(await screen.findByText(accessMessages.user.none)).toBeVisible();
});

it('requires the password after an old sign-in, then continues', async () => {
  const { user, fake } = openTab((state) => {
    ann(state);
    state.mustConfirm = true;
  });
  await user.selectOptions(await screen.findByLabelText('Role of Ann'), 'editor');
  const dialog = within(await screen.findByRole('dialog', { name: accessPageMessages.confirm.title }));
  await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
  expect(await dialog.findByText(accessMessages.wrongCurrentPassword)).toBeVisible();
  expect(fake.state.users[0]?.role).toBe('viewer');
  await user.clear(dialog.getByLabelText('Password'));
  await user.type(dialog.getByLabelText('Password'), 'correct horse{Enter}');
  await waitFor(() => expect(fake.state.users[0]?.role).toBe('editor'));
  expect(screen.queryByRole('dialog', { name: accessPageMessages.confirm.title })).not.toBeInTheDocument();
});

it('does nothing without the password', async () => {
  const { user, fake } = openTab((state) => {
    ann(state);
    state.mustConfirm = true;
  });
  await user.selectOptions(await screen.findByLabelText('Role of Ann'), 'editor');
  const dialog = within(await screen.findByRole('dialog', { name: accessPageMessages.confirm.title }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alertdialog', { name: accessMessages.confirmFirst })).toBeVisible();
  expect(fake.state.users[0]?.role).toBe('viewer');
});

it('lists sessions, and can end each except the current one', async () => {
  const { user, fake } = openTab(
    (state) => void addSession(state, { id: 50, user_name: 'Ann', ip: '192.0.2.9', client: 'cli' }),
  );
  expect(await screen.findByText('This session')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End the session of Ann from 192.0.2.9' }));
  await waitFor(() => expect(screen.queryByText(/192\.0\.2\.9/)).not.toBeInTheDocument());
  expect(fake.state.sessions).toHaveLength(1);
});
