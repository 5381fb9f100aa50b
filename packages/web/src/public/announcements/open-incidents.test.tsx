import { act, screen, waitFor, within } from '@testing-library/react';
import { addIncident } from '@upvigil/core/testing/fake-incidents';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addAlert, addUrl, addUrlCheck, addWebsite } from '@upvigil/core/testing/fake-watched';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { setEnglishCatalogue } from '../../language/testing/english-catalogue.ts';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
const open = (address: string, given: (state: FakeState) => void) => openPage(address, { isSignedIn: false, given });
const region = () => screen.findByRole('region', { name: 'Open incidents' });

function given(state: FakeState): void {
  const shop = addWebsite(state, { name: 'Shop' });
  addWebsite(state, { name: 'Docs' });
  addIncident(state, { title: 'Checkout fails', website_ids: [shop.id], body: '*We* look.', status: 'identified' });
  addIncident(state, { title: 'Over since long', status: 'resolved' });
  addIncident(state, { title: 'Not yet published', state: 'draft', website_ids: [shop.id] });
}

afterEach(() => {
  document.getElementById('public-status')?.remove();
  window.history.replaceState(null, '', '/');
  document.documentElement.lang = 'en';
});

describe('published incidents', () => {
  it('stand above the summary of the overview with status, impact and newest text, without drafts', async () => {
    const { fake } = open('/status', given);
    const incidents = within(await region());
    const [link, ...others] = incidents.getAllByRole('link');
    expect(others).toEqual([]);
    expect(link).toHaveTextContent('Checkout fails');
    expect(link).toHaveAttribute('href', `/status/incidents/${fake.state.incidents[0]?.id}`);
    expect(incidents.getByText('Identified')).toBeVisible();
    expect(incidents.getByText('Minor impact')).toBeVisible();
    expect(incidents.getByText('*We* look.')).toBeVisible();
    expect(screen.queryByText('All Systems Operational')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open incident' })).toHaveAttribute(
      'href',
      `/status/incidents/${fake.state.incidents[0]?.id}`,
    );
    expect(screen.queryByText('Not yet published')).toBeNull();
  });

  it.each([1, 3, 4])(
    'are three cards at most, and %d of them never let the page claim that all is well',
    async (open) => {
      openPage('/status', {
        isSignedIn: false,
        given: (state) => {
          const shop = addWebsite(state, { name: 'Shop' });
          addUrlCheck(state, addUrl(state, shop.id));
          for (let count = 0; count < open; count += 1) addIncident(state, { title: `Incident ${count}` });
        },
      });
      const incidents = within(await region());
      expect(incidents.getAllByRole('article')).toHaveLength(Math.min(open, 3));
      expect(incidents.queryAllByRole('link', { name: /history|earlier/i })).toHaveLength(open > 3 ? 1 : 0);
      const sentence = `${open} ${open === 1 ? 'incident is' : 'incidents are'} open`;
      expect(await screen.findByText(sentence)).toBeVisible();
      expect(screen.queryByText('All Systems Operational')).toBeNull();
    },
  );

  it('are embedded in the page, without a request', async () => {
    const script = document.createElement('script');
    Object.assign(script, { type: 'application/json', id: 'public-status' });
    const incident = { id: 7, title: 'In the page', status: 'monitoring', started_at: '2026-11-24T10:00:00Z' };
    script.textContent = JSON.stringify({ kind: 'overview', data: [], incidents: [{ ...incident, updates: [] }] });
    document.body.append(script);
    const { fake } = open('/status', () => undefined);
    expect(within(await region()).getByRole('link', { name: 'In the page' })).toBeVisible();
    expect(fake.requestsOf('publicIncidents.page')).toHaveLength(0);
  });

  it('update with the page, and disappear when all are resolved', async () => {
    const { fake } = open('/status', given);
    await region();
    for (const incident of fake.state.incidents) incident.resolved_at = new Date().toISOString();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Open incidents' })).toBeNull());
  });

  it('are listed only on pages of affected websites', async () => {
    open('/status/1', given);
    expect(within(await region()).getByRole('link', { name: 'Checkout fails' })).toBeVisible();
    document.body.innerHTML = '';
    open('/status/2', given);
    expect(await screen.findByRole('heading', { level: 1, name: 'Docs' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Open incidents' })).toBeNull();
  });

  it('link to pages in the chosen language, including earlier months', async () => {
    onTestFinished(setEnglishCatalogue);
    window.history.replaceState(null, '', '/status?lang=de');
    open('/status', given);
    const region = await screen.findByRole('region', { name: 'Offene Vorfälle' });
    expect(within(region).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/incidents\/\d+\?lang=de$/));
    expect(within(region).getByText('Ursache gefunden')).toBeVisible();
    const month = new Date().toISOString().slice(0, 7);
    expect(screen.getByRole('link', { name: 'Frühere Vorfälle' })).toHaveAttribute(
      'href',
      `/status/history/${month}?lang=de`,
    );
  });
});

it('a recent alert links to its published incident, if there was one', async () => {
  open('/status/1', (state) => {
    const shop = addWebsite(state, { name: 'Shop' });
    const at = (minutes: number) => new Date(state.now() - minutes * 60_000).toISOString();
    addAlert(state, shop, { message: 'Shop was down before', created_at: at(90) });
    addAlert(state, shop, { message: 'Shop is down', created_at: at(10) });
    addIncident(state, { title: 'Published', website_ids: [shop.id], started_at: at(20), display_at: at(20) });
  });
  expect(await screen.findByRole('link', { name: 'Shop is down' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/status\/incidents\/\d+$/),
  );
  expect(screen.getByText('Shop was down before').closest('a')).toBeNull();
});
