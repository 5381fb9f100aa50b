import { createApiClient } from '@upvigil/core/client/api-client';
import { addApiToken } from '@upvigil/core/testing/fake-access';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addEvidence, addUrl } from '@upvigil/core/testing/fake-watched';
import { secretMissing } from '@upvigil/core/texts/faults';
import { cleanup, render } from 'ink-testing-library';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { widthOf } from '../output/fit.ts';
import { glyphsFor } from '../output/glyphs.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { addNotifiedAlert, checkedMonitor, checkedUrl, fakeNow, manyWebsites } from '../testing/installations.ts';
import { runCommand } from '../testing/run-command.ts';
import { App, createViewStore } from './app.tsx';
import { createSources } from './live/sources.ts';
import { initialView, type Start } from './view-state.ts';

afterEach(cleanup);

interface Screen {
  server: FakeServer;
  press(keys: string): void;
  frame(): string;
  sees(text: string | RegExp): Promise<void>;
  resize(columns: number, rows: number): void;
  quit: ReturnType<typeof vi.fn>;
}

async function open(
  start: Start,
  data: FakeState,
  options: { color?: boolean; unicode?: boolean; isSignedIn?: boolean } = {},
): Promise<Screen> {
  const { color = false, unicode = true, isSignedIn = true } = options;
  Object.assign(data.branding, { brand_text: 'Fake Brand' });
  const server = await startFakeServer(data);
  const api = createApiClient({ baseUrl: server.url, getToken: () => server.state.token });
  const view = createViewStore(initialView(start));
  const sources = createSources({ api, now: () => fakeNow, isSignedIn, choices: view.get });
  const quit = vi.fn();
  const glyphs = glyphsFor(unicode);
  const props = { api, sources, view, glyphs, color, now: () => fakeNow, quit };
  const app = render(<App size={{ columns: 100, rows: 23 }} {...props} />);
  onTestFinished(async () => {
    app.unmount();
    await server.close();
  });
  const frame = (): string => app.lastFrame() ?? '';
  return {
    server,
    press: (keys) => app.stdin.write(keys),
    frame,
    resize: (columns, rows) => {
      Object.defineProperty(app.stdout, 'columns', { value: columns, configurable: true });
      app.rerender(<App size={{ columns, rows: rows - 1 }} {...props} />);
      app.stdout.emit('resize');
    },
    sees: (text) => vi.waitFor(() => expect(frame()).toMatch(text), { timeout: 20_000 }),
    quit,
  };
}

const selected = (frame: string): string => frame.split('\n').find((text) => text.startsWith('›')) ?? '';

test("the dashboard shows the server's data, and the cursor moves", async () => {
  const screen = await open({ screen: 'dashboard' }, manyWebsites(30));
  await screen.sees('Fake Brand  Monitoring Dashboard');
  await screen.sees(/Website 01 {3}99\.98%/);
  screen.press('jj');
  await expect.poll(() => selected(screen.frame())).toContain('Website 03');
  screen.press('G');
  await expect.poll(() => selected(screen.frame())).toContain('Website 30');
  screen.press('\t');
  await expect.poll(() => selected(screen.frame())).toContain('Service 10');
});

test('the filter takes letters, forgets the last one, is kept, and is forgotten', async () => {
  const screen = await open({ screen: 'dashboard' }, manyWebsites(30));
  await screen.sees('Website 01');
  screen.press('/SITE 2x\u007f');
  await screen.sees('/SITE 2_');
  expect(screen.frame()).not.toContain('Website 11');
  screen.press('\r');
  await screen.sees('/SITE 2   Esc clears the filter');
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

test('c on a network service shows the result of its check in one line', async () => {
  const screen = await open({ screen: 'dashboard' }, manyWebsites(2));
  await screen.sees('Service 2');
  screen.press('\tc');
  await screen.sees('Service 2 (host2.example.org:443) UP in 0.02s');
});

test('4 lists the monitors, t has the server filter them by tag, and c checks one', async () => {
  const data = manyWebsites(3);
  checkedUrl(data, 2, { id: 50, label: 'Checkout', tags: ['env:prod'] });
  const screen = await open({ screen: 'dashboard' }, data);
  screen.press('4');
  await screen.sees(/Website 03/);
  screen.press('tenv:\r');
  await screen.sees('Tag: env:   Esc shows all monitors');
  await screen.sees(/ 1 monitor /);
  expect(selected(screen.frame())).toContain('Checkout');
  screen.press('c');
  await screen.sees(/page50 UP in|Checkout.* UP in/);
  expect(screen.server.seen).toContain('POST /api/urls/50/check');
  screen.press('\u001b');
  await screen.sees(/ 5 monitors /);
});

test('reads a change that the server reports: a website goes down', async () => {
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

/** An alert whose response has many lines, and what `upvigil alerts show` prints of it. */
async function openEvidence(): Promise<{ screen: Screen; printed: string[] }> {
  const data = manyWebsites(1);
  addNotifiedAlert(data, { id: 1 });
  const body = `${Array.from({ length: 40 }, (_, at) => `<p>Line ${at}</p>`).join('\n')}\n${'wide '.repeat(30)}end`;
  addEvidence(data, 1, { body });
  const screen = await open({ screen: 'alerts' }, data);
  const environment = { server: screen.server.url, token: screen.server.state.token };
  const { stdout } = await runCommand(['alerts', 'show', '1'], { environment });
  await screen.sees('Checkout is down');
  screen.press('\r');
  await screen.sees('Result: down: HTTP 503');
  // The deliveries come first; the screen shows them in a table instead.
  const [, evidence = ''] = stdout.split(/\n\n(?=Taken: )/);
  return { screen, printed: evidence.trimEnd().split('\n') };
}

test('Enter on an alert shows its evidence, as the command prints it; Esc goes back', async () => {
  const { screen, printed } = await openEvidence();
  const read: string[] = [];
  const readFrame = (): void => {
    const [, ...lines] = screen.frame().split('\n').slice(3, -1);
    read.push(...lines.map((text) => text.slice(1).trimEnd()).filter((text) => !read.includes(text) || text === ''));
  };
  readFrame();
  expect(screen.frame()).toMatch(/Checkout is down: status code 503\n DOWN · .* · alert #1 *\n─+\n/);
  expect(screen.frame().split('\n').at(-1)).toMatch(/^ ↑↓ scroll {3}Tab deliveries {3}Esc back +1-18 of \d+$/);
  for (let page = 2; page <= 7; page += 1) {
    const before = screen.frame();
    screen.press(' ');
    await expect.poll(() => screen.frame() === before && !/(\d+) of \1$/.test(before)).toBe(false);
    readFrame();
  }
  await screen.sees(/(\d+) of \1$/);
  const shown = read.join('\n').replaceAll('\n', '');
  for (const text of printed) expect(shown).toContain(text.trimEnd());
  screen.press('\u001b');
  await screen.sees('Time Range:');
  expect(selected(screen.frame())).toContain('Checkout is down');
});

test('evidence scrolls by lines and to its ends, and not beyond them', async () => {
  const { screen } = await openEvidence();
  screen.press('Gjjk');
  await screen.sees(/ (\d+)-(\d+) of (?!\2$)\d+$/);
  expect(screen.frame()).toContain('Line 39');
  screen.press('gk');
  await screen.sees('1-18 of');
  screen.press('j');
  await screen.sees('2-19 of');
});

test('evidence fits a terminal that gets narrow, loses nothing, and can still be left', async () => {
  const { screen } = await openEvidence();
  for (const [columns, rows] of [
    [60, 24],
    [60, 12],
    [24, 8],
  ] as const) {
    screen.resize(columns, rows);
    await vi.waitFor(() => {
      const lines = screen.frame().split('\n');
      expect(lines).toHaveLength(rows - 1);
      for (const text of lines) expect(widthOf(text)).toBeLessThanOrEqual(columns);
      expect(lines.at(-1)).toContain('Esc back');
    });
  }
  screen.resize(60, 24);
  screen.press('G');
  await screen.sees(/(wide ){6}/);
  const end = screen
    .frame()
    .split('\n')
    .slice(4, -1)
    .map((text) => text.slice(1))
    .join('');
  expect(end).toContain(`${'wide '.repeat(30)}end`);
});

test('Tab changes between the recorded response and the deliveries', async () => {
  const { screen } = await openEvidence();
  screen.press('\t');
  await screen.sees(/│ CHANNEL │ RECIPIENT/);
  expect(screen.frame()).toContain('Tab recorded response');
  screen.press('\t');
  await screen.sees('Result: down: HTTP 503');
  screen.press('q');
  await expect.poll(() => screen.quit).toHaveBeenCalledOnce();
});

test('missing evidence is shown as loading, and unreadable evidence with the reason', async () => {
  const data = manyWebsites(1);
  addNotifiedAlert(data, { id: 1, has_evidence: true });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('1 of 1');
  const release = screen.server.fake.hold('alerts.evidence');
  screen.press('\r');
  await screen.sees('Loading…');
  release();
  await screen.sees('There is no evidence of the alert 1');
});

test('an opened website shows why each service cannot be checked', async () => {
  const data = manyWebsites(2);
  const last_fault = { reason: 'memory', message: 'this host is out of memory', at: new Date(fakeNow).toISOString() };
  addUrl(data, 2, { id: 50, url: 'https://sealed.example.org/', secrets_missing: true });
  checkedMonitor(data, 2, { id: 51, last_fault });
  const screen = await open({ screen: 'status', websiteId: 2 }, data);
  await screen.sees('cannot be checked: a secret');
  const text = screen.frame().replace(/\s+/g, ' ');
  expect(text).toContain(`https://sealed.example.org/ No data yet cannot be checked: ${secretMissing} `);
  screen.press('G');
  await screen.sees(/Service 51 .*\n {3}cannot be checked: this host is out of memory\n/);
  screen.press('g');
  screen.resize(50, 24);
  await screen.sees(/ {3}cannot be checked: a secret of its request is …/);
  expect(screen.frame()).not.toContain('Last Check');
});

test.each([
  ['without a login', false, 0],
  ['with a token that is no longer accepted', true, 2],
])('an opened website shows what is public %s', async (_how, isSignedIn, refused) => {
  const data = manyWebsites(2);
  data.isSignedIn = false;
  const screen = await open({ screen: 'status', websiteId: 2 }, data, { isSignedIn });
  await screen.sees('WEBSITE MONITORING');
  const admin = screen.server.seen.filter((path) => path.includes('/website/') || path.includes('/network/'));
  expect(admin).toHaveLength(refused);
});

test('Enter on an alert without evidence shows its deliveries in a table', async () => {
  const data = manyWebsites(1);
  addNotifiedAlert(data, { id: 1 });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('Checkout is down');
  screen.press('\r');
  await screen.sees(/│ CHANNEL │ RECIPIENT +│ STATUS +│ REASON/);
  expect(screen.frame()).toMatch(/│ SMS +│ - +│ suppressed │ SMS is switched off │/);
  expect(screen.frame()).toContain('Esc closes this   no recorded response');
});

test('the deliveries have the severity, who acknowledged, and the purpose of each', async () => {
  const data = manyWebsites(1);
  const at = new Date(fakeNow).toISOString();
  const ntfy = { channel: 'ntfy', channel_id: 5, channel_name: 'Ops phone', recipient: null, reason: null } as const;
  addNotifiedAlert(data, {
    id: 1,
    severity: 'critical',
    route: 'Night',
    policy: 'On call',
    acknowledged_at: at,
    acknowledged_by: 'admin',
    deliveries: [{ ...ntfy, purpose: 'escalation', status: 'sent', attempts: 1, next_attempt_at: null, sent_at: at }],
  });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('1 of 1');
  screen.press('\r');
  await screen.sees(/│ CHANNEL +│ RECIPIENT +│ PURPOSE +│ STATUS/);
  expect(screen.frame()).toMatch(
    /\n critical · route "Night" · policy "On call" · acknowledged Nov 20 2026 .* by admin/,
  );
  expect(screen.frame()).toMatch(/│ Ops phone +│ - +│ escalation +│ sent +│/);
});

test('the table of deliveries fits a terminal of 60 columns, whatever its texts', async () => {
  const data = manyWebsites(1);
  const at = new Date(fakeNow).toISOString();
  const ntfy = { channel: 'ntfy', channel_id: 5, channel_name: '監視 '.repeat(20), recipient: 'r'.repeat(90) } as const;
  const sent = {
    purpose: 'acknowledgement',
    status: 'suppressed',
    attempts: 1,
    next_attempt_at: null,
    sent_at: at,
  } as const;
  addNotifiedAlert(data, { id: 1, deliveries: [{ ...ntfy, ...sent, reason: 'x '.repeat(90) }] });
  const screen = await open({ screen: 'alerts' }, data);
  screen.resize(60, 24);
  await screen.sees('1 of 1');
  screen.press('\r');
  await screen.sees(/│ CHANNEL +│ PURPOSE +│ STATUS/);
  const lines = screen.frame().split('\n');
  expect(lines.length).toBeLessThanOrEqual(23);
  for (const text of lines) expect(widthOf(text)).toBeLessThanOrEqual(60);
});

test('deletes only after y', async () => {
  const data = manyWebsites(1);
  for (const id of [3, 2, 1]) addNotifiedAlert(data, { id, message: `Problem ${id}` });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('3 of 3');
  screen.press('d');
  await screen.sees('Delete alert #1?');
  screen.press('n');
  await expect.poll(() => screen.frame()).not.toContain('Delete alert');
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

const taken = ({ server }: Screen) =>
  server.state.alerts.filter(({ acknowledged_at }) => acknowledged_at !== null).map(({ id }) => id);

test('A acknowledges the alert under the cursor at once and marks its row', async () => {
  const data = manyWebsites(2);
  for (const id of [2, 1]) addNotifiedAlert(data, { id, url_id: id, message: `Problem ${id}` });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('2 of 2');
  screen.press('jA');
  await screen.sees('Acknowledged 1 alert #2');
  await expect.poll(() => selected(screen.frame())).toMatch(/DOWN +ack Problem 2/);
  expect(screen.frame()).toMatch(/acknowledged Nov 20 2026 .* by owner/);
  expect(taken(screen)).toEqual([2]);
});

test('A on an alert that has ended reports that, and changes nothing', async () => {
  const data = manyWebsites(1);
  addNotifiedAlert(data, { id: 1, ended_at: new Date(fakeNow).toISOString() });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('1 of 1');
  screen.press('A');
  await screen.sees('Failed to acknowledge: The alert 1 is over');
  expect(taken(screen)).toEqual([]);
});

test('* acknowledges all that are open, after a question, and none that began since', async () => {
  const data = manyWebsites(3);
  for (const id of [2, 1]) addNotifiedAlert(data, { id, url_id: id });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('2 of 2');
  screen.press('*');
  await screen.sees('Acknowledge All? 2 alerts are open.');
  screen.press('n');
  await expect.poll(() => screen.frame()).not.toContain('Acknowledge All?');
  expect(taken(screen)).toEqual([]);
  screen.press('*');
  await screen.sees('Acknowledge All? 2 alerts are open.');
  addNotifiedAlert(data, { id: 3, url_id: 3 });
  screen.press('y');
  await screen.sees('Acknowledged 2 alerts');
  expect(taken(screen)).toEqual([1, 2]);
});

test('* with nothing open has no question', async () => {
  const data = manyWebsites(1);
  addNotifiedAlert(data, { id: 1, alert_type: 'RECOVERED' });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('1 of 1');
  screen.press('*');
  await screen.sees('No open alert needs an acknowledgement');
});

test('m mutes the monitor of the alert for an hour, and shows the end', async () => {
  const data = manyWebsites(2);
  addNotifiedAlert(data, { id: 1, url_id: null, network_monitor_id: 2 });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('1 of 1');
  screen.press('m');
  await screen.sees(/ Muted Service 2 until \d\d:24/);
  expect(data.silences).toMatchObject([{ monitor_id: 2, website_id: null, until: '2026-11-20T19:24:00.000Z' }]);
  screen.server.fake.fail('silences.create', 409, { detail: 'There are 500 mutes: end one first' });
  screen.press('m');
  await screen.sees('Failed to mute: There are 500 mutes: end one first');
});

test('the title shows ongoing notices on every screen, and n lists them', async () => {
  const data = manyWebsites(1);
  const began_at = minutesAgo(30, () => fakeNow);
  const notice = {
    id: 1,
    kind: 'backup_overdue',
    message: 'No backup for 26 hours',
    remedy: 'Make one on the Backup page',
    began_at,
    ended_at: null,
  } as const;
  data.notices.push(notice, { ...notice, id: 2, kind: 'offline', ended_at: began_at });
  const screen = await open({ screen: 'dashboard' }, data);
  for (const key of ['1', '2', '3']) {
    screen.press(key);
    await screen.sees(/^ .*▲ backup overdue .*\n/);
  }
  screen.press('n');
  await screen.sees('No backup for 26 hours');
  await screen.sees('Make one on the Backup page');
  expect(screen.frame()).not.toContain('offline');
  screen.press('\u001b');
  await screen.sees('All Systems Operational');
  data.notices.length = 0;
  screen.press('r');
  await expect.poll(() => screen.frame()).not.toContain('backup overdue');
});

test.each([
  ['without a login no notices are read', false, 404],
  ['a server of before has none', true, 404],
])('%s', async (_how, isSignedIn, status) => {
  const data = manyWebsites(1);
  const screen = await open({ screen: 'status' }, data, { isSignedIn });
  screen.server.fake.fail('notices.list', status);
  screen.press('r');
  await screen.sees('All Systems Operational');
  expect(screen.server.seen.includes('GET /api/notices/')).toBe(isSignedIn);
  expect(screen.frame()).not.toContain('▲');
});

test('T lists the API tokens over every screen, scrolls them and closes', async () => {
  const data = manyWebsites(1);
  for (let at = 30; at > 0; at -= 1) addApiToken(data, { name: `Job ${at}`, scopes: ['read', 'backup'] });
  const screen = await open({ screen: 'dashboard' }, data);
  for (const [key, title] of [
    ['1', 'Monitoring Dashboard'],
    ['2', 'Alert'],
    ['3', 'System Status'],
  ]) {
    screen.press(`${key}T`);
    await screen.sees(new RegExp(`${title}.*\\n API tokens 30`));
  }
  expect(screen.frame()).toMatch(/│ \d+ +│ Job 1 +│ read backup │/);
  expect(screen.frame()).toMatch(/\d+ more/);
  screen.press('G');
  await screen.sees(/│ Job 30 /);
  expect(screen.frame()).not.toContain('more');
  screen.press('gj');
  await screen.sees(/ NAME .*\n.*\n.*│ Job 2 /);
  screen.resize(50, 12);
  await screen.sees(/ Job 2 · read backup · upv_/);
  screen.resize(24, 8);
  await vi.waitFor(() => {
    const lines = screen.frame().split('\n');
    expect(lines.length).toBeLessThanOrEqual(8);
    for (const text of lines) expect(widthOf(text)).toBeLessThanOrEqual(24);
  });
  screen.press('\u001b');
  await expect.poll(() => screen.frame()).not.toContain('API tokens');
});

test('shows that tokens are loading, that there are none, or that they may not be seen', async () => {
  const screen = await open({ screen: 'dashboard' }, manyWebsites(1));
  await screen.sees('Website 01');
  const release = screen.server.fake.hold('tokens.list');
  screen.press('T');
  await screen.sees('Loading…');
  release();
  await screen.sees('No API tokens yet');
  screen.server.fake.fail('tokens.list', 403, { detail: 'This needs admin; this token has read' });
  screen.press('\u001b');
  await expect.poll(() => screen.frame()).not.toContain('API tokens');
  screen.press('T');
  await screen.sees('This needs admin; this token has read');
});

test('range and type of the alerts change by a key, and the server is asked for the range', async () => {
  const data = manyWebsites(1);
  addNotifiedAlert(data, { id: 1 });
  addNotifiedAlert(data, { id: 2, alert_type: 'RECOVERED', message: 'Back again' });
  const screen = await open({ screen: 'alerts' }, data);
  await screen.sees('2 of 2');
  screen.press('ta');
  await screen.sees('[72]');
  await screen.sees('1 of 2');
  expect(screen.frame()).not.toContain('Back again');
});

test('v makes one row of an alert and its end; Enter on it shows its deliveries; RECOVERED alone is a list', async () => {
  const data = manyWebsites(1);
  const said = (message: string) => ({ website_name: 'Shop', message: `Shop: https://shop.example.org/ ${message}` });
  addNotifiedAlert(data, { id: 1, ...said('is down: HTTP 503'), created_at: minutesAgo(30, () => fakeNow) });
  addNotifiedAlert(data, { id: 2, alert_type: 'RECOVERED', ...said('is up again after 26 minutes') });
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

test('a problem older than the range shows its duration', async () => {
  const data = manyWebsites(2);
  checkedUrl(data, 2, { id: 50, url: 'https://old.example.org/' }, { is_up: false, status_code: 503 });
  const created_at = minutesAgo(3 * 24 * 60, () => fakeNow);
  addNotifiedAlert(data, { id: 1, url_id: 50, website_id: 2, created_at });
  const screen = await open({ screen: 'dashboard' }, data);
  await screen.sees(/✗ 1 down +longest 3 d/);
  expect(screen.frame()).toMatch(/✗ DOWN {2}old\.example\.org +HTTP 503 .*3 d/);
});

test('of two services that are down in one website, the recovered one disappears', async () => {
  const data = manyWebsites(1);
  for (const id of [50, 51]) checkedUrl(data, 1, { id, url: `https://host${id}.example.org/` }, { is_up: false });
  const screen = await open({ screen: 'dashboard' }, data);
  await screen.sees(/✗ DOWN {2}host50/);
  const check = data.urls.find(({ id }) => id === 50)?.last_check;
  if (check) check.is_up = true;
  screen.press('r');
  await screen.sees('✗ 1 down');
  await expect.poll(() => screen.frame()).not.toContain('host50');
  expect(screen.frame()).toContain('host51');
});

test('an unreachable server leaves old data with a message, which disappears when it is back', async () => {
  const screen = await open({ screen: 'dashboard' }, manyWebsites(2));
  await screen.sees(/Website 01 {3}99/);
  await screen.server.stop();
  screen.press('r');
  await screen.sees(/Server not reachable, retry/);
  expect(screen.frame()).toContain('Website 01');
  await screen.server.restart();
  await screen.sees(/Updated/);
});

test('help lists the keys of the screen; any key closes it; q leaves', async () => {
  const screen = await open({ screen: 'dashboard' }, manyWebsites(1));
  await screen.sees('Website 01');
  screen.press('?');
  await screen.sees('Tab          problems, websites or services');
  screen.press(' ');
  await screen.sees('NETWORK SERVICES STATUS');
  screen.press('q');
  await expect.poll(() => screen.quit).toHaveBeenCalledOnce();
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
