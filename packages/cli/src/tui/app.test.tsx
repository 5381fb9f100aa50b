import { createApiClient } from '@upvigil/core/api-client';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { cleanup, render } from 'ink-testing-library';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { widthOf } from '../output/fit.ts';
import { glyphsFor } from '../output/glyphs.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { checkedMonitor, checkedUrl, fakeNow, manyWebsites, toldAlert } from '../testing/installations.ts';
import { App, createViewStore } from './app.tsx';
import { createSources } from './live/sources.ts';
import { initialView, type Start } from './view-state.ts';

afterEach(cleanup);

interface Screen {
  server: FakeServer;
  press(keys: string): void;
  frame(): string;
  sees(text: string | RegExp): Promise<void>;
  quit: ReturnType<typeof vi.fn>;
}

async function open(
  start: Start,
  data: FakeState,
  options: { color?: boolean; unicode?: boolean } = {},
): Promise<Screen> {
  const { color = false, unicode = true } = options;
  Object.assign(data.branding, { brand_text: 'Fake Brand' });
  const server = await startFakeServer(data);
  const api = createApiClient({ baseUrl: server.url, getToken: () => server.state.token });
  const view = createViewStore(initialView(start));
  const wishes = () => {
    const { dashboardHours, alertHours, websiteId } = view.get();
    return { dashboardHours, alertHours, websiteId };
  };
  const sources = createSources({ api, now: () => fakeNow, wishes });
  const quit = vi.fn();
  const glyphs = glyphsFor(unicode);
  const app = render(
    <App api={api} sources={sources} view={view} glyphs={glyphs} color={color} now={() => fakeNow} quit={quit} />,
  );
  onTestFinished(async () => {
    app.unmount();
    await server.close();
  });
  const frame = (): string => app.lastFrame() ?? '';
  return {
    server,
    press: (keys) => app.stdin.write(keys),
    frame,
    sees: (text) => vi.waitFor(() => expect(frame()).toMatch(text), { timeout: 5_000 }),
    quit,
  };
}

const selected = (frame: string): string => frame.split('\n').find((text) => text.startsWith('›')) ?? '';

test('the dashboard shows what the server says, and the cursor moves', async () => {
  const screen = await open({ screen: 'dashboard' }, manyWebsites(30));
  await screen.sees('Fake Brand  Monitoring Dashboard');
  await screen.sees(/Website 01 {3}99\.98%/);
  screen.press('jj');
  await vi.waitFor(() => expect(selected(screen.frame())).toContain('Website 03'));
  screen.press('G');
  await vi.waitFor(() => expect(selected(screen.frame())).toContain('Website 30'));
  screen.press('\t');
  await vi.waitFor(() => expect(selected(screen.frame())).toContain('Service 10'));
});

test('the filter takes letters, forgets the last one, is kept, and is forgotten', async () => {
  const screen = await open({ screen: 'dashboard' }, manyWebsites(30));
  await screen.sees('Website 01');
  screen.press('/SITE 2x\u007f');
  await screen.sees('/SITE 2_');
  expect(screen.frame()).not.toContain('Website 11');
  screen.press('\r');
  await screen.sees('/SITE 2   Esc shows all again');
  screen.press('\u001b');
  await screen.sees('Website 01');
});

test('c checks the selected website and shows each result in a table', async () => {
  const data = manyWebsites(4);
  const broken = { id: 50, url: 'https://broken.example.org' };
  checkedUrl(data, 2, broken, { status_code: 503, error_message: 'HTTP 503' });
  const screen = await open({ screen: 'dashboard' }, data);
  await screen.sees(/›▲ Website 02/);
  screen.press('c');
  await screen.sees('Checked Website 02');
  expect(screen.frame()).toMatch(/│ STATUS │ MONITOR .*│ RESPONSE │ DETAIL +│/);
  expect(screen.frame()).toMatch(/│ DOWN +│ https:\/\/broken\.example\.org +│ 0\.42s +│ HTTP 503 │/);
  expect(screen.server.seen).toContain('POST /api/urls/50/check');
  screen.press('\u001b');
  await screen.sees('NETWORK SERVICES STATUS');
});

test('c on a network service says what came of it in one line', async () => {
  const screen = await open({ screen: 'dashboard' }, manyWebsites(2));
  await screen.sees('Service 2');
  screen.press('\tc');
  await screen.sees('Service 2 (host2.example.org:443) UP in 0.02s');
});

test('a change that the server tells of is read: a website goes down before the eyes', async () => {
  const data = manyWebsites(3);
  const screen = await open({ screen: 'status' }, data);
  await screen.sees('All Systems Operational');
  const check = data.urls[1]?.last_check;
  if (check) check.is_up = false;
  screen.press('r');
  await screen.sees('Issues Detected: 1 of 3 websites affected: Website 02');
  expect(selected(screen.frame())).toContain('Website 02');
});

test('Enter opens a website, Esc leaves it, and its services can be checked', async () => {
  const screen = await open({ screen: 'status' }, manyWebsites(2));
  await screen.sees('Website 02');
  screen.press('j\r');
  await screen.sees('WEBSITE MONITORING');
  screen.press('jc');
  await screen.sees('Service 2 (host2.example.org:443) UP');
  screen.press('\u001b');
  await screen.sees('System Status');
});

test('Enter on an alert shows who was told, in a table', async () => {
  const data = manyWebsites(1);
  toldAlert(data, { id: 1 });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('Checkout is down');
  screen.press('\r');
  await screen.sees(/│ CHANNEL │ RECIPIENT +│ STATUS +│ REASON/);
  expect(screen.frame()).toMatch(/│ sms +│ - +│ suppressed │ SMS is switched off │/);
});

test('deleting asks first: only y deletes', async () => {
  const data = manyWebsites(1);
  for (const id of [3, 2, 1]) toldAlert(data, { id, message: `Problem ${id}` });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('3 of 3');
  screen.press('d');
  await screen.sees('Delete alert #1?');
  screen.press('n');
  await vi.waitFor(() => expect(screen.frame()).not.toContain('Delete alert'));
  expect(data.alerts).toHaveLength(3);
  screen.press('d');
  await screen.sees('Delete alert #1?');
  screen.press('y');
  await screen.sees('2 of 2');
  expect(selected(screen.frame())).toContain('Problem 2');
  screen.press('X');
  await screen.sees('Clear All Alerts? This cannot be undone.');
  screen.press('y');
  await screen.sees('No alerts found for the selected criteria');
  await screen.sees('Deleted 2 alerts');
});

test('range and type of the alerts change by a key, and the server is asked for the range', async () => {
  const data = manyWebsites(1);
  toldAlert(data, { id: 1 });
  toldAlert(data, { id: 2, alert_type: 'RECOVERED', message: 'Back again' });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('2 of 2');
  screen.press('ta');
  await screen.sees('[72]');
  await screen.sees('1 of 2');
  expect(screen.frame()).not.toContain('Back again');
});

test('v makes one row of an alert and its end; Enter on it shows who was told; RECOVERED alone is a list', async () => {
  const data = manyWebsites(1);
  const said = (message: string) => ({ website_name: 'Shop', message: `Shop: https://shop.example.org/ ${message}` });
  toldAlert(data, { id: 1, ...said('is down: HTTP 503'), created_at: minutesAgo(30, () => fakeNow) });
  toldAlert(data, { id: 2, alert_type: 'RECOVERED', ...said('is up again after 26 minutes') });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('2 of 2');
  screen.press('v');
  await screen.sees('1 problem from 2 alerts');
  expect(selected(screen.frame())).toMatch(/✗ DOWN +Shop: https.* HTTP 503.* 26 min/);
  expect(screen.frame()).not.toContain('RECOVERED');
  screen.press('\r');
  await screen.sees(/│ CHANNEL │ RECIPIENT/);
  screen.press('\u001b');
  await screen.sees('Ended today 1');
  screen.press('aaaaa');
  await screen.sees('1 of 2');
  expect(selected(screen.frame())).toContain('RECOVERED');
});

test('a problem that is older than the range says how long it has lasted', async () => {
  const data = manyWebsites(2);
  checkedUrl(data, 2, { id: 50, url: 'https://old.example.org/' }, { is_up: false, status_code: 503 });
  const created_at = minutesAgo(3 * 24 * 60, () => fakeNow);
  toldAlert(data, { id: 1, url_id: 50, website_id: 2, created_at });
  const screen = await open({ screen: 'dashboard' }, data);
  await screen.sees(/✗ 1 down +longest 3 d/);
  expect(screen.frame()).toMatch(/✗ DOWN {2}old\.example\.org +HTTP 503 .*3 d/);
});

test('of two that are down in one website, the one that is up again goes', async () => {
  const data = manyWebsites(1);
  for (const id of [50, 51]) checkedUrl(data, 1, { id, url: `https://host${id}.example.org/` }, { is_up: false });
  const screen = await open({ screen: 'dashboard' }, data);
  await screen.sees(/✗ DOWN {2}host50/);
  const check = data.urls.find(({ id }) => id === 50)?.last_check;
  if (check) check.is_up = true;
  screen.press('r');
  await screen.sees('✗ 1 down');
  await vi.waitFor(() => expect(screen.frame()).not.toContain('host50'));
  expect(screen.frame()).toContain('host51');
});

test('the server goes away: old data, a word about it; it comes back: no word any more', async () => {
  const screen = await open({ screen: 'dashboard' }, manyWebsites(2));
  await screen.sees(/Website 01 {3}99/);
  await screen.server.goAway();
  screen.press('r');
  await screen.sees(/Server not reachable, retry/);
  expect(screen.frame()).toContain('Website 01');
  await screen.server.comeBack();
  await screen.sees(/Updated/);
});

test('help lists the keys of the screen; any key closes it; q asks to leave', async () => {
  const screen = await open({ screen: 'dashboard' }, manyWebsites(1));
  await screen.sees('Website 01');
  screen.press('?');
  await screen.sees('Tab          websites or network services');
  screen.press(' ');
  await screen.sees('NETWORK SERVICES STATUS');
  screen.press('q');
  await vi.waitFor(() => expect(screen.quit).toHaveBeenCalledOnce());
});

test('with and without colour a table over the screen keeps to the terminal, also in ASCII', async () => {
  const data = manyWebsites(1);
  for (let id = 1; id <= 30; id += 1) {
    checkedMonitor(data, 1, { id, name: `監視 ${'long '.repeat(30)}` });
  }
  for (const color of [true, false]) {
    const screen = await open({ screen: 'dashboard' }, data, { color, unicode: color });
    await screen.sees('Website 01');
    screen.press('c');
    await screen.sees('Checked Website 01');
    const lines = screen.frame().split('\n');
    expect(lines.length).toBeLessThanOrEqual(23);
    for (const text of lines) expect(widthOf(text.replace(/\u001b\[\d+m/g, ''))).toBeLessThanOrEqual(100);
    expect(screen.frame()).toMatch(/\d+ more/);
    if (!color) expect(screen.frame()).not.toMatch(/[─│┌]/);
  }
});
