import { screen, waitFor, within } from '@testing-library/react';
import { defaults } from '@upvigil/core/defaults';
import { addAuditEvent } from '@upvigil/core/testing/fake-access';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { beforeAll, expect, it } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();
// Compiled in advance, because compilation is slow on a busy machine.
beforeAll(() => Promise.all([import('../settings-page.tsx'), import('./audit-panel.tsx')]), 60_000);
const openTab = (given?: (state: FakeState) => void) => openPage('/settings?tab=audit', given ? { given } : {});

const day = 24 * 60;

function mixed(state: FakeState): void {
  const byToken = { actor: { kind: 'token', id: 7, name: 'Nightly' }, via: 'api' } as const;
  addAuditEvent(state, { at: minutesAgo(20 * day, state.now), action: 'website.create', changes: [] });
  addAuditEvent(state, { ...byToken, action: 'backup.create', target: { kind: 'backup', id: null, name: null } });
  addAuditEvent(state, {
    changes: [
      { field: 'name', before: 'Stop', after: 'Shop' },
      { field: 'description', before: null, after: 'Cart' },
    ],
  });
}
const events = () => screen.getAllByRole('listitem').filter((item) => /website\.|backup\./.test(item.textContent));

it('shows who changed what, when and from where, newest first', async () => {
  openTab(mixed);
  expect(await screen.findByText('2 events')).toBeVisible();
  const [first, second] = events();
  expect(first).toHaveTextContent(/^owner website\.update Shop\d.*browser, 192\.0\.2\.12 changes/);
  expect(second).toHaveTextContent(/^token Nightly backup\.create backup\d.*api, 192\.0\.2\.1/);
});

it('has a table of old and new values for each event', async () => {
  const { user } = openTab(mixed);
  const summary = await screen.findByText(/^2 changes/);
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  await user.click(summary);
  const table = within(await screen.findByRole('table', { name: 'Before and after website.update Shop' }));
  expect(table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Field', 'Before', 'After'],
    ['name', 'Stop', 'Shop'],
    ['description', '-', 'Cart'],
  ]);
});

it('requests filtered events, and all after a reset', async () => {
  const { user, fake } = openTab(mixed);
  await screen.findByText('2 events');
  await user.selectOptions(screen.getByLabelText('Time'), 'Last 30 Days');
  await user.selectOptions(screen.getByLabelText('Action'), 'website, all');
  await user.type(screen.getByLabelText('Target'), ' website:1 ');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await waitFor(() =>
    expect(events().map((item) => item.textContent)).toEqual([
      expect.stringContaining('website.update'),
      expect.stringContaining('website.create'),
    ]),
  );
  expect(fake.requestsOf('audit.list').at(-1)?.query).toEqual({
    hours: 720,
    action: 'website',
    target: 'website:1',
    limit: defaults.auditLimit,
  });
  await user.type(screen.getByLabelText('Actor'), 'nobody{Enter}');
  expect(await screen.findByText(accessPageMessages.audit.noneMatches)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('2 events')).toBeVisible();
  expect(screen.getByLabelText('Target')).toHaveValue('');
  expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
});

it('loads older events until there are none', async () => {
  const { user, fake } = openTab((state) => {
    for (let at = 0; at < 150; at++) addAuditEvent(state, { changes: [] });
  });
  expect(await screen.findByText('100 events, and there are more')).toBeVisible();
  fake.fail('audit.list', 503, { detail: 'The server restores a backup' });
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load more: The server restores a backup');
  fake.recover('audit.list');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('150 events')).toBeVisible();
  expect(fake.requestsOf('audit.list').at(-1)?.query).toMatchObject({ before: fake.state.audit[99]?.id });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(events()).toHaveLength(150);
});
