import type { Delivery } from '@upvigil/core/contract/alerts';
import { noticeKinds } from '@upvigil/core/contract/notices';
import { addMonitor, addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../output/fit.ts';
import { drawScreen } from '../../testing/draw-screen.tsx';
import { addNotifiedAlert, checkedMonitor, checkedUrl, fakeNow, manyWebsites } from '../../testing/installations.ts';
import { shownOf } from '../../testing/shown.ts';
import { bindingsOf, keysText } from '../keys/key-map.ts';
import type { Shown } from '../live/sources.ts';
import { initialView, type Overlay, type ViewState } from '../view-state.ts';

const sizes = [
  [60, 24],
  [80, 24],
  [100, 30],
  [140, 50],
  [60, 15],
  [20, 10],
  [20, 6],
  [8, 3],
  [300, 30],
  [60, 100],
] as const;

const overlays: readonly (Overlay | null)[] = [
  null,
  { kind: 'help' },
  { kind: 'notices' },
  { kind: 'confirm', question: { about: 'clear-all', text: 'Clear All Alerts? This cannot be undone.' } },
  { kind: 'evidence', alertId: 60, seen: null, top: 0 },
  { kind: 'evidence', alertId: 60, seen: { failure: 'Something '.repeat(40) }, top: 3 },
  { kind: 'evidence', alertId: 999, seen: { lines: ['監視対象'.repeat(40), '', 'x'.repeat(500)] }, top: 1000 },
];

/** Everything that could break a line: long names, wide characters, no data, and very much data. */
function hardData() {
  const data = manyWebsites(60);
  const longName = '監視対象のとても長い名前のウェブサイトです'.repeat(4);
  addWebsite(data, { id: 61, name: longName, description: '説明'.repeat(60) });
  addWebsite(data, { id: 62, name: 'x'.repeat(200), description: 'y'.repeat(2000) });
  addWebsite(data, { id: 63, name: 'Never checked' });
  checkedUrl(data, 61, { id: 61, url: `https://example.org/${'path/'.repeat(200)}`, metadata_tag: 'og:title' });
  checkedUrl(data, 62, { id: 62 }, { status_code: 503 });
  addUrl(data, 63, { id: 63 });
  const launchPad = { name: '🚀 launch pad 🚀'.repeat(6), host: `${'h'.repeat(250)}.io`, port: null };
  checkedMonitor(data, 61, { id: 61, ...launchPad, monitor_type: 'ICMP_PING' });
  addUrl(data, 61, { id: 64, secrets_missing: true });
  addMonitor(data, 62, { id: 62 });
  addMonitor(data, 62, { id: 63, enabled: false });
  for (let id = 80; id >= 1; id -= 1) addNotifiedAlert(data, { id, message: `${id} ${'message '.repeat(50)}` });
  for (const id of [3, 30, 60, 61]) {
    const alert = data.alerts.find((each) => each.id === id);
    const routed = { severity: 'critical', route: '夜'.repeat(60), policy: 'p'.repeat(60) } as const;
    const taken = { acknowledged_at: alert?.created_at ?? null, acknowledged_by: 'link to ops@example.org' };
    Object.assign(alert ?? {}, routed, taken, { acknowledge_note: 'note '.repeat(100), deliveries: [byPhone] });
  }
  return data;
}

const byPhone: Delivery = {
  channel: 'ntfy',
  channel_id: 5,
  channel_name: '監視'.repeat(30),
  purpose: 'escalation',
  recipient: null,
  status: 'sent',
  reason: null,
  attempts: 1,
  next_attempt_at: null,
  sent_at: new Date(fakeNow).toISOString(),
};

/** Longer than any title. */
const notices = noticeKinds.map((kind, id) => ({
  id,
  kind,
  message: `${kind} ${'監視 '.repeat(80)}`,
  remedy: 'Do something '.repeat(20),
  began_at: new Date(fakeNow).toISOString(),
  ended_at: null,
}));

const noData: Shown = shownOf(null);
const hard: Shown = shownOf(hardData());

const views: readonly (readonly [string, ViewState])[] = [
  ['dashboard', initialView({ screen: 'dashboard' })],
  ['dashboard, services', { ...initialView({ screen: 'dashboard' }), pane: 'services', selected: { services: '40' } }],
  ['dashboard, filtered', { ...initialView({ screen: 'dashboard' }), filter: '監視', isFiltering: true }],
  ['dashboard, nothing found', { ...initialView({ screen: 'dashboard' }), filter: 'no such thing' }],
  ['alerts', { ...initialView({ screen: 'alerts' }), selected: { alerts: '60' } }],
  ['alerts, odd range', initialView({ screen: 'alerts', hours: 17, type: 'METADATA_MISSING' })],
  ['outages', { ...initialView({ screen: 'alerts' }), alertRows: 'outages', selected: { alerts: '40' } }],
  ['outages, filtered', { ...initialView({ screen: 'alerts', hours: 168 }), alertRows: 'outages', filter: '7' }],
  ['status', { ...initialView({ screen: 'status' }), selected: { status: '55' } }],
  ['monitors', { ...initialView({ screen: 'monitors' }), selected: { monitors: 'URL 55' } }],
  ['monitors, tag typed', { ...initialView({ screen: 'monitors' }), typedTag: 'env:'.repeat(60) }],
  ['monitors, with a tag', { ...initialView({ screen: 'monitors' }), tag: 'env:'.repeat(60), filter: '' }],
  ['website', { ...initialView({ screen: 'status' }), websiteId: 61 }],
];

const brand = 'Brand of some length';

const drawn = (shown: Shown, view: ViewState, columns: number, rows: number, unicode = true): string[] =>
  drawScreen(shown, view, { columns, rows, unicode, brand, notices });

/** Fails for a frame that is too wide, or as tall as the terminal: Ink would then erase the scrollback. */
function expectToFit(lines: readonly string[], columns: number, rows: number): void {
  expect(lines.length).toBeLessThanOrEqual(rows - 1);
  expect(lines.filter((each) => widthOf(each) > columns)).toEqual([]);
}

/** Sizes for what changes no layout: signs in ASCII, and missing data. */
const fewSizes = [20, 80, 140];

describe.each(sizes)('%dx%d', (columns, rows) => {
  test.each(views)('%s: no line wider than the terminal, no frame taller than it less one line', (_name, view) => {
    expectToFit(drawn(hard, view, columns, rows), columns, rows);
    if (!fewSizes.includes(columns)) return;
    expectToFit(drawn(hard, view, columns, rows, false), columns, rows);
    expectToFit(drawn(noData, view, columns, rows), columns, rows);
  });

  test('overlays are not wider or taller than the screen', () => {
    const view = initialView({ screen: 'alerts' });
    for (const overlay of overlays) expectToFit(drawn(hard, { ...view, overlay }, columns, rows), columns, rows);
  });
});

test.each(views)('%s: has the same text with and without colour', (_name, view) => {
  // The smallest size with all columns.
  const [columns, rows] = [140, 30];
  const colored = drawScreen(hard, view, { columns, rows, brand, notices, color: true });
  const plain = colored.map((text) => text.replace(/\u001b\[\d+m/g, '').trimEnd());
  expect(plain).toEqual(drawn(hard, view, columns, rows));
});

test.each(views)('%s: in ASCII, only text of the server has other characters', (_name, view) => {
  const shown = shownOf(manyWebsites(9));
  for (const [columns, rows] of [
    [20, 10],
    [60, 24],
    [100, 30],
  ] as const) {
    expect(drawn(shown, { ...view, filter: '' }, columns, rows, false).join('')).toMatch(/^[ -~]*$/);
  }
});

const screenText = (shown: Shown, view: ViewState, columns = 80, rows = 24): string =>
  drawn(shown, view, columns, rows).join('\n');

test('shows what is down first, with a sign and a word', () => {
  const data = manyWebsites(30);
  checkedUrl(data, 30, { id: 99 }, { is_up: false });
  checkedMonitor(data, 30, { id: 99, name: 'Zeta' }, { is_up: false });
  const text = screenText(shownOf(data), initialView({ screen: 'dashboard' }));
  expect(text).toMatch(/WEBSITE.*\n›▲ Website 30/);
  expect(text).toMatch(/NETWORK SERVICES STATUS .*1 of 16 not UP.*\n ✗ DOWN {5}Zeta/);
});

test('shows that data is loading; figures of a website may follow later', () => {
  const view = initialView({ screen: 'dashboard' });
  const loading: Shown = { ...noData, dashboard: { ...noData.dashboard, isLoading: true } };
  expect(screenText(loading, view)).toContain('Loading…');
  const shown = shownOf(manyWebsites(2));
  const data = shown.dashboard.data;
  if (!data) throw new Error('no data');
  const partly: Shown = { ...shown, dashboard: { ...shown.dashboard, data: { ...data, statistics: new Map() } } };
  expect(screenText(partly, view)).toMatch(/Website 01 +Loading statistics\.\.\./);
});

test('while the server is unreachable, old data stays and the first line shows its age and the next try', () => {
  const shown = shownOf(manyWebsites(2));
  const error = { reason: Object.assign(new Error('x'), { name: 'ServerUnreachableError' }), at: fakeNow };
  const away: Shown = { ...shown, dashboard: { ...shown.dashboard, error, nextAt: fakeNow + 8000 } };
  const [first, ...rest] = screenText(away, initialView({ screen: 'dashboard' })).split('\n');
  expect(first).toMatch(/✗ \d\d:\d\d:\d\d Server not reachable, retry in 8s$/);
  expect(rest.join('\n')).toContain('Website 01');
  const status: Shown = { ...shown, status: { ...shown.status, error, nextAt: fakeNow + 8000 } };
  expect(screenText(status, initialView({ screen: 'status' }))).toContain('Failed to load status, retry in 8s');
});

test('the status screen draws 30 days, the unknown ones as unknown', () => {
  const data = manyWebsites(1);
  checkedUrl(data, 1, { id: 99 }, { is_up: false });
  const text = screenText(shownOf(data), initialView({ screen: 'status' }));
  expect(text).toContain('30d ··▄▄▄▄▄▄▄▄▄▆▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄✗✗  99.27%');
});

const monitorsView = initialView({ screen: 'monitors' });

test('monitors of all kinds have the columns that fit, problems first', () => {
  const data = manyWebsites(3);
  checkedUrl(data, 3, { id: 99, label: 'Checkout', tags: ['env:prod'] }, { is_up: false });
  const wide = drawn(shownOf(data), monitorsView, 120, 40);
  expect(wide[2]).toMatch(/ID +STATUS +NAME +KIND +TARGET +WEBSITE +TAGS +RESPONSE +UPTIME 24H$/);
  expect(wide[3]).toMatch(/^› *99 +DOWN +Checkout +URL .* Website 03 +env:prod /);
  const narrow = drawn(shownOf(data), monitorsView, 60, 24);
  expect(narrow[2]).toMatch(/^ *ID +STATUS +NAME +WEBSITE/);
  expect(narrow.join()).not.toMatch(/KIND|TARGET/);
});

test('more monitors than one page are named, and so is the tag', () => {
  const shown = shownOf(manyWebsites(30));
  const page = { ...shown.monitors, data: shown.monitors.data && { ...shown.monitors.data, total: 1234 } };
  const text = screenText({ ...shown, monitors: page }, { ...monitorsView, tag: '!owner:' }, 100);
  expect(text).toMatch(/Monitors .*45 monitors \(1234 in total\)/);
  expect(text).toMatch(/1-\d\d of 1234 monitors/);
  expect(text).toContain('Tag: !owner:   Esc shows all monitors');
});

test('the keys at the bottom end with help and quit', () => {
  for (const columns of [40, 60, 80, 120]) {
    const last = screenText(noData, initialView({ screen: 'alerts' }), columns)
      .split('\n')
      .at(-1);
    expect(last).toMatch(/(\? help {1,2}q quit|\? q)$/);
  }
});

const withNotices = (columns: number, count: number, overlay: Overlay | null = null): string[] =>
  drawScreen(
    shownOf(manyWebsites(1)),
    { ...initialView({ screen: 'alerts' }), overlay },
    { columns, rows: 24, brand, notices: notices.slice(0, count) },
  );

test('the title shows notices as text, with less room as a number, and nothing without notices', () => {
  expect(withNotices(80, 0)[0]).not.toContain('▲');
  expect(withNotices(80, 2)[0]).toMatch(/Alerts {2}▲ offline, backup overdue .*Updated \d\d:\d\d:\d\d$/);
  expect(withNotices(60, 5)[0]).toMatch(/Alerts {2}▲ 5 notices .*Updated \d\d:\d\d:\d\d$/);
  expect(withNotices(24, 5)[0]).toMatch(/Alerts {2}▲ +\d\d:\d\d:\d\d$/);
});

test.each(['dashboard', 'alerts', 'status', 'monitors'] as const)('help of %s names every key at 60x24', (screen) => {
  const text = screenText(noData, { ...initialView({ screen }), overlay: { kind: 'help' } }, 60, 24);
  const named = [...text.matchAll(/(?<=^| {2}) ?(\S+) +\S/gm)].map(([, key]) => key);
  for (const { keys } of bindingsOf(screen)) expect(named).toContain(keysText({ keys: [keys[0]] }));
});

test('n lists the notices with their sentences', () => {
  const lines = withNotices(80, 2, { kind: 'notices' });
  expect(lines[1]).toBe(' Notices   Esc closes this');
  expect(lines[2]).toMatch(/^ ▲ offline · since Nov 20 2026 /);
  expect(lines[3]).toMatch(/^ {3}offline 監視/);
  expect(withNotices(80, 0, { kind: 'notices' })[2]).toBe(' No open notices');
});

test.each([60, 100, 140])(
  'at %d columns an acknowledged alert has a mark, and other channels have a column',
  (columns) => {
    for (const alertRows of ['alerts', 'outages'] as const) {
      const data = manyWebsites(1);
      addNotifiedAlert(data, { id: 1 });
      const at = new Date(fakeNow).toISOString();
      addNotifiedAlert(data, {
        id: 2,
        url_id: 2,
        acknowledged_at: at,
        acknowledged_by: 'admin',
        deliveries: [byPhone],
      });
      const view = { ...initialView({ screen: 'alerts' }), alertRows };
      const lines = screenText(shownOf(data), view, columns, 40).split('\n');
      expect(lines.filter((text) => / ACK /.test(text))).toHaveLength(1);
      expect(lines.filter((text) => / ack .*Checkout/.test(text))).toHaveLength(1);
      expect(lines.some((text) => / OTHER$| ack .* 監視/.test(text))).toBe(columns > 60);
    }
  },
);
