import { addHeartbeat } from '@upvigil/core/testing/fake-heartbeats';
import { addMonitor, addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, test } from 'vitest';
import { noWebsites } from '../testing/installations.ts';
import { runOn, serverForTest } from '../testing/run-command.ts';

function shops() {
  const state = noWebsites();
  addWebsite(state, { id: 1, name: 'Shop' });
  addWebsite(state, { id: 2, name: 'Shop/Berlin' });
  addWebsite(state, { id: 3, name: '2024 🎄 年末' });
  addWebsite(state, { id: 4, name: '12' });
  addWebsite(state, { id: 5, name: 'Twins' });
  addWebsite(state, { id: 6, name: 'twins' });
  addWebsite(state, { id: 7, name: 'Twins' });
  addUrl(state, 1, { id: 11, url: 'https://shop.example.org/checkout' });
  addUrl(state, 1, { id: 12, url: 'https://shop.example.org/' });
  addUrl(state, 1, { id: 15, url: 'https://shop.example.org/p?x=17', label: 'Warenkorb 🛒' });
  addUrl(state, 2, { id: 13, url: 'https://berlin.example.org/checkout?step=1' });
  addUrl(state, 5, { id: 14, url: 'https://shop.example.org/checkout' });
  addMonitor(state, 1, { id: 21, name: 'Mail', host: 'mail.example.org', port: 993 });
  addMonitor(state, 5, { id: 22, name: 'Mail', host: 'mail.example.com', port: 993 });
  addMonitor(state, 5, { id: 23, name: 'TCP/IP ✓', host: 'edge.example.com', port: 443 });
  addHeartbeat(state, 1, { id: 31, name: 'Nightly backup' });
  return state;
}

/** The row of the mute: the website or monitor that the words named. */
const muted = async (...words: string[]): Promise<string> => {
  const server = await serverForTest(shops());
  const { stdout, stderr } = await runOn(server, ['mute', ...words, '--json']);
  if (stdout === '') return stderr.trim();
  const { website_id, monitor_id } = JSON.parse(stdout) as { website_id: number | null; monitor_id: number | null };
  return website_id === null ? `monitor ${monitor_id}` : `website ${website_id}`;
};

test.each([
  ['Shop', 'website 1'],
  ['shop', 'website 1'],
  ['Shop/Berlin', 'website 2'],
  ['2024 🎄 年末', 'website 3'],
  ['twins', 'website 6'],
  ['3', 'website 3'],
])('the website "%s" is %s', async (name, target) => {
  expect(await muted('--website', name)).toBe(target);
});

test.each([
  ['Shop/checkout', 'monitor 11'],
  ['Shop/', 'monitor 12'],
  ['Warenkorb 🛒', 'monitor 15'],
  ['shop/warenkorb 🛒', 'monitor 15'],
  ['shop/Checkout', 'monitor 11'],
  ['Shop/Berlin/checkout?step=1', 'monitor 13'],
  ['https://berlin.example.org/checkout?step=1', 'monitor 13'],
  ['berlin.example.org/checkout?step=1', 'monitor 13'],
  ['Shop/Mail', 'monitor 21'],
  ['mail.example.com:993', 'monitor 22'],
  ['TCP/IP ✓', 'monitor 23'],
  ['Twins/TCP/IP ✓', 'monitor 23'],
  ['Shop/nightly backup', 'monitor 31'],
])('the monitor "%s" is %s', async (name, target) => {
  expect(await muted('--monitor', name)).toBe(target);
});

test('digits are an id, even where a website has them as its name', async () => {
  expect(await muted('--website', '12')).toBe('upvigil: There is no such target');
});

test('an unknown name is refused with similar names and their ids', async () => {
  expect(await muted('--website', 'Shpo')).toBe('upvigil: There is no website "Shpo". Did you mean Shop (1)?');
  expect(await muted('--monitor', 'Shop/chekout')).toBe(
    'upvigil: There is no monitor "Shop/chekout". Did you mean Shop/checkout (11)?',
  );
  expect(await muted('--monitor', '/mail')).toBe(
    'upvigil: There is no monitor "/mail". Did you mean Shop/Mail (21), Twins/Mail (22)?',
  );
  expect(await muted('--website', 'Payments')).toBe('upvigil: There is no website "Payments"');
});

test('an ambiguous name is refused with the ids of all that have it', async () => {
  expect(await muted('--website', 'Twins')).toBe(
    'upvigil: Several websites have the name "Twins". Give an id: 5 (Twins), 7 (Twins)',
  );
  expect(await muted('--monitor', 'Mail')).toBe(
    'upvigil: Several monitors have the name "Mail". Give an id: 21 (Shop: Mail, mail.example.org:993), 22 (Twins: Mail, mail.example.com:993)',
  );
});

test('a name with its website costs three requests, an id none', async () => {
  const server = await serverForTest(shops());
  await runOn(server, ['check', 'monitor', 'Shop/Mail']);
  expect(server.seen.slice(0, -2)).toEqual(['GET /api/websites/', 'GET /api/network/websites/1/network-monitors']);
  server.seen.length = 0;
  await runOn(server, ['check', 'monitor', '21']);
  expect(server.seen).toHaveLength(2);
});
