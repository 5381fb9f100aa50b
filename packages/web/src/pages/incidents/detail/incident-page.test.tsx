import { screen, waitFor, within } from '@testing-library/react';
import type { Incident, IncidentInput } from '@upvigil/core/contract/incidents';
import { addIncident } from '@upvigil/core/testing/fake-incidents';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addWebsite } from '@upvigil/core/testing/fake-watched';
import { incidentMessages, incidentSentences } from '@upvigil/core/texts/incidents';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();

function open(
  input: Partial<IncidentInput> = {},
  more: (state: FakeState, incident: Incident) => void = () => undefined,
) {
  let id = 0;
  const page = openPage('/alerts/incidents/2', {
    given: (state) => {
      const earlier = new Date(state.now() - 3_600_000).toISOString();
      const incident = addIncident(state, {
        title: 'Checkout fails',
        body: 'We *look*.',
        display_at: earlier,
        ...input,
      });
      id = incident.id;
      more(state, incident);
    },
  });
  expect(id).toBe(2);
  return page;
}
const dialog = (name: string) => screen.findByRole('dialog', { name });
const statuses = () =>
  within(screen.getByRole('region', { name: 'Updates' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('span')?.textContent);
const region = async () => within(await screen.findByRole('region', { name: 'Updates' }));

describe('an incident', () => {
  it('shows its details, and its updates as formatted on the public page', async () => {
    open({ impact: 'major' }, (state, incident) => {
      incident.website_ids = [addWebsite(state, { name: 'Shop' }).id];
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Checkout fails' })).toBeVisible();
    expect(await (await region()).findByText('look')).toBeVisible();
    expect((await region()).getByText('look').tagName).toBe('EM');
    expect(screen.getByText('Major impact')).toBeVisible();
    expect(await screen.findByText('Shop')).toBeVisible();
    expect(screen.getByRole('link', { name: /Public page/ })).toHaveAttribute('href', '/status/incidents/2');
    // The last update of an incident cannot be deleted.
    expect(screen.queryByRole('button', { name: /^Delete Investigating/ })).toBeNull();
  });

  it('is published after a confirmation', async () => {
    const { user, fake } = open({ state: 'draft' });
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Publish "Checkout fails"?' }));
    await user.click(question.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByRole('link', { name: /Public page/ })).toBeVisible();
    expect(fake.state.incidents[0]?.state).toBe('published');
    expect(screen.queryByText(incidentMessages.draftNote)).toBeNull();
  });

  it('is resolved, gets a postmortem and is reopened', async () => {
    const { user, fake } = open();
    const status = await screen.findByLabelText('Status');
    const post = async (chosen: string) => {
      await user.selectOptions(status, chosen);
      await user.click(screen.getByRole('button', { name: 'Post Update' }));
    };
    await user.fill(screen.getByLabelText(/^Text/), 'All is well.');
    await post('Resolved');
    await waitFor(() => expect(statuses()).toEqual(['Resolved', 'Investigating']));
    expect(await screen.findByText(incidentMessages.posted)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Post Update' })).toHaveFocus();
    expect(screen.getByLabelText(/^Text/)).toHaveValue('');
    await post('Postmortem');
    await waitFor(() => expect(statuses()).toEqual(['Postmortem', 'Resolved', 'Investigating']));
    await user.selectOptions(status, 'Monitoring');
    expect(screen.getByText(incidentMessages.reopens)).toBeVisible();
    await post('Monitoring');
    await waitFor(() => expect(statuses()[0]).toBe('Monitoring'));
    expect(fake.state.incidents[0]?.resolved_at).toBeNull();
  });

  it('refuses a postmortem before it is resolved, and keeps the input', async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText('Status'), 'Postmortem');
    await user.fill(screen.getByLabelText(/^Text/), 'Why it broke');
    await user.click(screen.getByRole('button', { name: 'Post Update' }));
    const message = await screen.findByRole('alertdialog', { name: incidentSentences.postmortem });
    await user.click(within(message).getByRole('button', { name: 'OK' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(incidentSentences.postmortem);
    expect(screen.getByLabelText(/^Text/)).toHaveValue('Why it broke');
  });

  it('asks for a text or another status before it posts an update', async () => {
    const { user, fake } = open();
    await user.click(await screen.findByRole('button', { name: 'Post Update' }));
    expect(await screen.findByText(incidentSentences.emptyUpdate)).toBeVisible();
    expect(fake.requestsOf('incidents.addUpdate')).toEqual([]);
    await user.selectOptions(screen.getByLabelText('Status'), 'Monitoring');
    await user.click(screen.getByRole('button', { name: 'Post Update' }));
    await waitFor(() => expect(statuses()[0]).toBe('Monitoring'));
  });

  it('warns before leaving with an unposted update', async () => {
    const { user, address } = open();
    await user.fill(await screen.findByLabelText(/^Text/), 'half a sen');
    await user.click(screen.getByRole('link', { name: /^Incidents/ }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe('/alerts/incidents/2');
  });

  it('allows editing and deleting updates, and returns the focus', async () => {
    const { user, fake } = open({}, (_state, { updates }) => {
      const [first] = updates;
      if (first) updates.unshift({ ...first, id: 99, status: 'identified', display_at: new Date().toISOString() });
    });
    const list = await region();
    const edit = list.getByRole('button', { name: /^Edit Identified/ });
    await user.click(edit);
    const form = within(await dialog('Edit Update'));
    await user.fill(form.getByLabelText(/^Text/), 'We know why.');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await list.findByText('We know why.')).toBeVisible();
    expect(edit).toHaveFocus();
    expect(list.getByText(/^edited/)).toBeVisible();
    const times = fake.state.incidents[0]?.updates.map(({ display_at }) => display_at);
    await user.click(list.getByRole('button', { name: /^Delete Identified/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete update' }));
    await waitFor(() => expect(statuses()).toEqual(['Investigating']));
    expect(fake.state.incidents[0]?.updates.map(({ display_at }) => display_at)).toEqual(times?.slice(1));
  });

  it('can be edited, and keeps the seconds of its start', async () => {
    const { user, fake } = open({ started_at: '2026-11-01T10:00:17.123Z' });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const form = within(await dialog('Edit Incident'));
    await user.fill(form.getByLabelText('Title'), 'Payment fails');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Payment fails' })).toBeVisible();
    expect(fake.state.incidents[0]).toMatchObject({ title: 'Payment fails', started_at: '2026-11-01T10:00:17.123Z' });
  });

  it('is deleted after a confirmation', async () => {
    const { user, fake, address } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete incident "Checkout fails"?' }));
    await user.click(question.getByRole('button', { name: 'Delete incident' }));
    await waitFor(() => expect(address()).toBe('/alerts/incidents'));
    expect(fake.state.incidents).toEqual([]);
  });

  it('renders few elements with 200 updates and 40 targets, and accepts no more', async () => {
    open({}, (state, incident) => {
      for (let index = 0; index < 40; index += 1)
        incident.website_ids.push(addWebsite(state, { name: `Site ${index}` }).id);
      const [first] = incident.updates;
      if (first) incident.updates = Array.from({ length: 200 }, (_, at) => ({ ...first, id: 1000 + at }));
    });
    await waitFor(() => expect(statuses()).toHaveLength(100));
    expect(screen.getAllByText(/^Site \d+$/)).toHaveLength(20);
    expect(screen.getByRole('button', { name: 'Post Update' })).toBeDisabled();
    expect(screen.getByText(incidentSentences.tooManyUpdates)).toBeVisible();
  });

  it('shows an error if it does not exist', async () => {
    openPage('/alerts/incidents/77');
    expect(await screen.findByText(incidentMessages.loadOneFailed)).toBeVisible();
  });
});
