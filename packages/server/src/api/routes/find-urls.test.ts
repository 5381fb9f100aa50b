import { type FoundUrl, mostFoundUrls } from '@upvigil/core/contract/urls';
import { limits } from '@upvigil/core/limits';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ResourceApp, startResourceApp } from '../../testing/resource-app.ts';
import { finishedCheck, makeAlert, makeMonitor, makeWebsite } from '../../testing/rows.ts';

let app: ResourceApp;
let website_id: number;
beforeEach(async () => {
  app = await startResourceApp();
  website_id = (await makeWebsite(app.db, { name: 'Shop' })).id;
});
afterEach(() => app.close());

const url = (target: string, given = {}) => makeMonitor(app.db, { website_id, target, ...given });

async function find(text: string): Promise<FoundUrl[]> {
  const { status, body } = await app.call('GET', `/urls/search?text=${encodeURIComponent(text)}`);
  expect(status).toBe(200);
  return body as FoundUrl[];
}
const addresses = async (text: string) => (await find(text)).map((found) => found.url);

test('a URL of any website is found by a part of its address, in any case, without its password', async () => {
  const cart = await url('https://me:secret@shop.example.org/Cart');
  await app.recorder.recordNow(finishedCheck(cart));
  const docs = await makeWebsite(app.db, { name: 'Docs' });
  await url('https://docs.example.org/cartons', { website_id: docs.id, enabled: 0 });
  await makeMonitor(app.db, { website_id, kind: 'TCP_PORT', target: 'cart.example.org' });
  expect(await find('cARt')).toEqual([
    expect.objectContaining({ website_name: 'Docs', url: 'https://docs.example.org/cartons', status: 'disabled' }),
    {
      id: cart.id,
      website_id,
      website_name: 'Shop',
      label: null,
      url: 'https://shop.example.org/Cart',
      enabled: true,
      status: 'up',
      response_time_threshold: 5,
      recent_checks: { states: 'u', ms: [120] },
    },
  ]);
  expect(await find('secret')).toEqual([]);
});

test('a URL is found by a part of its label, in any case', async () => {
  await url('https://shop.example.org/c1', { name: 'Checkout' });
  await url('https://shop.example.org/c2', { name: 'Große Äpfel' });
  expect(await find('CHECK')).toMatchObject([{ label: 'Checkout', url: 'https://shop.example.org/c1' }]);
  for (const text of ['äpfel', 'Äpfel', 'große']) expect(await find(text)).toMatchObject([{ label: 'Große Äpfel' }]);
});

test('every character of the text is literal', async () => {
  for (const path of ['a%b', 'a_b', 'a\\b', 'a!b', 'axb', "a'b"]) await url(`https://x.example.org/${path}`);
  for (const text of ['a%b', 'a_b', 'a\\b', 'a!b', "a'b"]) {
    expect(await addresses(text)).toEqual([`https://x.example.org/${text}`]);
  }
});

test('those with problems come first, the others by address, up to the requested number', async () => {
  for (let at = 0; at < mostFoundUrls; at++) await url(`https://x.example.org/a${String(at).padStart(2, '0')}`);
  const slow = await url('https://x.example.org/slow');
  const { id: slow_alert_id } = await makeAlert(app.db, slow);
  await app.db.updateTable('stored_monitors').set({ slow_alert_id }).where('id', '=', slow.id).execute();
  await app.recorder.recordNow(finishedCheck(await url('https://x.example.org/down'), { is_up: false }));
  await url('https://x.example.org/0-off', { enabled: 0, is_up: 0 });
  const found = await addresses('X.example');
  expect(found).toHaveLength(mostFoundUrls);
  expect(found.slice(0, 4).map((address) => address.slice(-4))).toEqual(['down', 'slow', '-off', '/a00']);
});

test('a text is required, up to its limit', async () => {
  const most = limits.searchText.maxLength;
  for (const query of ['', '?text=', '?text=%20', `?text=${'a'.repeat(most + 1)}`]) {
    expect(await app.call('GET', `/urls/search${query}`)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'text' }] },
    });
  }
  expect(await find('%'.repeat(most))).toEqual([]);
});
