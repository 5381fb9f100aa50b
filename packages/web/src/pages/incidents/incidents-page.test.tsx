import { screen, waitFor, within } from '@testing-library/react';
import type { IncidentTemplate } from '@upvigil/core/contract/incidents';
import { addIncident } from '@upvigil/core/testing/fake-incidents';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { incidentMessages } from '@upvigil/core/texts/incidents';
import { describe, expect, it } from 'vitest';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const open = (given: (state: FakeState) => void = () => undefined, address = '/alerts/incidents') =>
  openPage(address, { given });
const minute = 60_000;
const ago = (state: FakeState, minutes: number) => new Date(state.now() - minutes * minute).toISOString();
const dialog = (name: string) => screen.findByRole('dialog', { name });

describe('the list of incidents', () => {
  const some = (state: FakeState) => {
    const shop = addWebsite(state, { name: 'Shop' });
    const url = addUrl(state, shop.id);
    const month = (at: string) => ({ started_at: at, display_at: at, status: 'resolved' as const });
    addIncident(state, { title: 'In autumn', ...month('2026-09-03T10:00:00Z') });
    addIncident(state, { title: 'In summer', ...month('2026-07-03T10:00:00Z') });
    addIncident(state, {
      title: 'Checkout fails',
      impact: 'major',
      website_ids: [shop.id],
      monitor_ids: [url.id],
      started_at: ago(state, 12),
      display_at: ago(state, 12),
    });
    addIncident(state, { title: 'Not yet published', state: 'draft' });
  };

  it('has open incidents first, and the others by the month of their start', async () => {
    open(some);
    expect(await screen.findByText('1 open, 1 draft')).toBeVisible();
    const groups = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(groups).toEqual(['Open', 'September 2026', 'July 2026']);
    const current = within(screen.getByRole('region', { name: 'Open' }));
    expect(current.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Not yet published',
      'Checkout fails',
    ]);
  });

  it('shows state, impact, targets and duration of each, and marks drafts', async () => {
    open(some);
    const row = within((await screen.findByText('Checkout fails')).closest('li') as HTMLElement);
    for (const words of ['Investigating', 'Major impact', /^for 12/]) expect(row.getByText(words)).toBeVisible();
    expect(await row.findByText('Affects Shop and 1 service')).toBeVisible();
    const drafts = screen.getAllByText('Draft').map((badge) => badge.closest('li'));
    expect(drafts).toEqual([screen.getByText('Not yet published').closest('li')]);
  });

  it('loads older ones on request', async () => {
    const { user, fake } = open((state) => {
      for (let index = 0; index < 130; index += 1) addIncident(state, { title: `Incident ${index}` });
    });
    await user.click(await screen.findByRole('button', { name: 'Show older incidents' }));
    await waitFor(() => expect(screen.getAllByText(/^Incident \d+$/)).toHaveLength(130));
    expect(fake.requestsOf('incidents.list').at(-1)?.query).toMatchObject({ limit: 200 });
    expect(screen.queryByRole('button', { name: 'Show older incidents' })).toBeNull();
  });
});

describe('reporting an incident', () => {
  const shop = (state: FakeState) => void addWebsite(state, { name: 'Shop' });

  it('publishes it with its first update, and opens its page', async () => {
    const { user, fake, address } = open(shop);
    await user.click(await screen.findByRole('button', { name: 'Report Incident' }));
    const form = within(await dialog('Report Incident'));
    await user.fill(form.getByLabelText('Title'), 'Checkout fails');
    await user.selectOptions(form.getByLabelText('Impact'), 'Major impact');
    await user.click(await form.findByRole('checkbox', { name: 'Shop' }));
    await user.fill(form.getByLabelText(/^Text/), 'We look into it.');
    await user.click(form.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Checkout fails' })).toBeVisible();
    expect(address()).toMatch(/^\/alerts\/incidents\/\d+$/);
    expect(screen.getByText(incidentMessages.published)).toBeInTheDocument();
    expect(fake.state.incidents).toMatchObject([
      {
        title: 'Checkout fails',
        impact: 'major',
        state: 'published',
        website_ids: [1],
        updates: [{ status: 'investigating', body: 'We look into it.' }],
      },
    ]);
  });

  it('saves a draft by its button and by the Enter key', async () => {
    const { user, fake } = open(shop);
    await user.click(await screen.findByRole('button', { name: 'Report Incident' }));
    const form = within(await dialog('Report Incident'));
    await user.type(form.getByLabelText('Title'), 'Not yet published{Enter}');
    expect(await screen.findByText(incidentMessages.draftNote)).toBeVisible();
    expect(fake.state.incidents).toMatchObject([{ title: 'Not yet published', state: 'draft' }]);
    expect(screen.queryByRole('link', { name: /Public page/ })).toBeNull();
  });

  it('shows the server’s message at the field, and publishes on the second try', async () => {
    const { user, fake } = open(shop);
    await user.click(await screen.findByRole('button', { name: 'Report Incident' }));
    const form = within(await dialog('Report Incident'));
    await user.click(form.getByRole('button', { name: 'Publish' }));
    expect(await form.findByText('Title is required')).toBeVisible();
    expect(form.getByLabelText('Title')).toHaveFocus();
    await user.fill(form.getByLabelText('Title'), 'Late');
    const began = form.getByLabelText(/^Began/);
    await user.fill(began, '2099-01-01T10:00');
    await user.click(form.getByRole('button', { name: 'Save Draft' }));
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    expect((await form.findAllByText('An incident and its updates cannot be in the future'))[0]).toBeVisible();
    await user.clear(began);
    await user.click(form.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(fake.state.incidents).toMatchObject([{ title: 'Late', state: 'published' }]));
  });

  it('warns before unsaved text is lost, and returns the focus', async () => {
    const { user } = open(shop);
    const opener = await screen.findByRole('button', { name: 'Report Incident' });
    await user.click(opener);
    const form = within(await dialog('Report Incident'));
    await user.type(form.getByLabelText('Title'), 'x');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Report Incident' })).toBeNull());
    expect(opener).toHaveFocus();
  });

  it('opens the form for ?add in the address', async () => {
    const { address } = open(shop, '/alerts/incidents?add');
    expect(await dialog('Report Incident')).toBeVisible();
    expect(address()).toBe('/alerts/incidents');
  });

  it('previews the text in a frame without scripts', async () => {
    const { user, fake } = open(shop);
    await user.click(await screen.findByRole('button', { name: 'Report Incident' }));
    const form = within(await dialog('Report Incident'));
    await user.click(form.getByRole('button', { name: 'Preview' }));
    expect(form.getByText(incidentMessages.nothingToPreview)).toBeVisible();
    await user.fill(form.getByLabelText(/^Text/), 'We <b>look');
    const frame = await form.findByTitle('Preview of the text', undefined, { timeout: 5_000 });
    await waitFor(() => expect(frame).toHaveAttribute('srcdoc', expect.stringContaining('<p>We &lt;b&gt;look</p>')));
    expect(frame).toHaveAttribute('sandbox', '');
    fake.fail('incidents.preview', 500);
    await user.type(form.getByLabelText(/^Text/), '!');
    expect(await form.findByText(incidentMessages.previewFailed, undefined, { timeout: 5_000 })).toBeVisible();
  });
});

describe('a template', () => {
  const template: IncidentTemplate = {
    name: 'Outage',
    title: 'Outage of {website}',
    impact: 'critical',
    status: 'identified',
    body: '{website} is down.',
  };
  const prepared = (state: FakeState) => {
    addWebsite(state, { name: 'Shop' });
    state.incidentTemplates = { templates: [template] };
  };

  it('fills in the form, and again when the targets change, but keeps edited text', async () => {
    const { user } = open(prepared);
    await user.click(await screen.findByRole('button', { name: 'Report Incident' }));
    const form = within(await dialog('Report Incident'));
    await user.selectOptions(await form.findByLabelText(/^Template/), 'Outage');
    expect(form.getByLabelText('Title')).toHaveValue('Outage of {website}');
    expect(form.getByLabelText('Impact')).toHaveValue('critical');
    expect(form.getByLabelText('Status')).toHaveValue('identified');
    await user.type(form.getByLabelText(/^Text/), ' Sorry.');
    await user.click(form.getByRole('checkbox', { name: 'Shop' }));
    await waitFor(() => expect(form.getByLabelText('Title')).toHaveValue('Outage of Shop'));
    expect(form.getByLabelText(/^Text/)).toHaveValue('{website} is down. Sorry.');
  });

  it('is added, changed and deleted', async () => {
    const { user, fake } = open();
    await user.click(await screen.findByRole('button', { name: 'Templates' }));
    const list = within(await dialog('Templates'));
    expect(await list.findByText('No templates yet')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Add Template' }));
    let form = within(await dialog('Add Template'));
    await user.fill(form.getByLabelText('Name'), 'Slow');
    await user.fill(form.getByLabelText('Title'), 'Slow answers');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await list.findByRole('button', { name: 'Edit Slow' }));
    form = within(await dialog('Edit Template'));
    await user.fill(form.getByLabelText('Name'), 'Slower');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await list.findByRole('button', { name: 'Delete Slower' })).toBeVisible();
    expect(fake.state.incidentTemplates.templates).toMatchObject([{ name: 'Slower', title: 'Slow answers' }]);
    await user.click(list.getByRole('button', { name: 'Delete Slower' }));
    await user.click(await screen.findByRole('button', { name: 'Delete template' }));
    expect(await list.findByText('No templates yet')).toBeVisible();
  });

  it('is refused if its name is taken, and limited to fifty', async () => {
    const { user, fake } = open(prepared);
    fake.state.incidentTemplates = {
      templates: Array.from({ length: 50 }, (_, at) => ({ ...template, name: `Template ${at}` })),
    };
    await user.click(await screen.findByRole('button', { name: 'Templates' }));
    const list = within(await dialog('Templates'));
    expect(await list.findByText('At most 50')).toBeVisible();
    expect(list.getByRole('button', { name: 'Add Template' })).toBeDisabled();
    await user.click(list.getByRole('button', { name: 'Edit Template 7' }));
    const form = within(await dialog('Edit Template'));
    await user.type(form.getByLabelText('Name'), '{Backspace}8');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    expect((await form.findAllByText(/name of its own/))[0]).toBeVisible();
  });
});
