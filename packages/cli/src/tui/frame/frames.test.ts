import type { Delivery } from '@upvigil/core/contract/alerts';
import { noticeKinds } from '@upvigil/core/contract/notices';
import { addMonitor, addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../output/fit.ts';
import { glyphsFor } from '../../output/glyphs.ts';
import { paint, plainText } from '../../output/paint.ts';
import { addNotifiedAlert, checkedMonitor, checkedUrl, fakeNow, manyWebsites } from '../../testing/installations.ts';
import { shownOf } from '../../testing/shown.ts';
import { bindingsOf } from '../keys/key-map.ts';
import { keysText } from '../overlays.ts';
import { initialView, type Overlay, type ViewState } from '../view-state.ts';
import { composeFrame, type Shown } from './compose-frame.ts';
import type { Stage } from './screen-parts.ts';

const sizes = [
  [60, 24],
  [80, 24],
  [100, 30],
  [120, 40],
  [140, 50],
  [60, 15],
  [20, 10],
  [20, 6],
  [8, 3],
  [300, 100],
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

/** Everything that could break a line: long names, wide characters, nothing, and very much. */
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
  ...{ channel: 'ntfy', channel_id: 5, channel_name: '監視'.repeat(30), purpose: 'escalation', recipient: null },
  ...{ status: 'sent', reason: null, attempts: 1, next_attempt_at: null, sent_at: new Date(fakeNow).toISOString() },
};

/** More than any title has room for. */
const notices = noticeKinds.map((kind, id) => ({
  ...{
    id,
    kind,
    message: `${kind} ${'監視 '.repeat(80)}`,
    remedy: 'Do something '.repeat(20),
    began_at: new Date(fakeNow).toISOString(),
    ended_at: null,
  },
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
  ['website', { ...initialView({ screen: 'status' }), websiteId: 61 }],
];

function stageOf(columns: number, terminalRows: number, unicode: boolean, view: ViewState): Stage {
  const size = { columns, rows: terminalRows - 1 };
  return { size, glyphs: glyphsFor(unicode), view, brand: 'Brand of some length', notices, now: fakeNow };
}

describe.each(sizes)('%dx%d', (columns, rows) => {
  test.each(views)('%s: no line wider than the terminal, no frame taller than it less one line', (_name, view) => {
    for (const unicode of [true, false]) {
      for (const overlay of overlays) {
        for (const shown of [hard, noData]) {
          const lines = composeFrame(shown, stageOf(columns, rows, unicode, { ...view, overlay }));
          expect(lines.length).toBeLessThanOrEqual(rows - 1);
          for (const each of lines) expect(widthOf(plainText(each)), plainText(each)).toBeLessThanOrEqual(columns);
        }
      }
    }
  });
});

test.each(views)('%s: without colour it says the same as with colour', (_name, view) => {
  for (const [columns, rows] of sizes) {
    for (const each of composeFrame(hard, stageOf(columns, rows, true, view))) {
      expect(paint(each, true).replace(/\u001b\[\d+m/g, '')).toBe(paint(each, false));
    }
  }
});

test.each(views)('%s: in ASCII there is nothing else than what the server sent', (_name, view) => {
  const shown = shownOf(manyWebsites(9));
  for (const [columns, rows] of sizes) {
    const lines = composeFrame(shown, stageOf(columns, rows, false, { ...view, filter: '' }));
    expect(lines.map(plainText).join('')).toMatch(/^[ -~]*$/);
  }
});

const screenText = (shown: Shown, view: ViewState, columns = 80, rows = 24): string =>
  composeFrame(shown, stageOf(columns, rows, true, view))
    .map(plainText)
    .join('\n');

test('what is down stands first, with a sign and a word', () => {
  const data = manyWebsites(30);
  checkedUrl(data, 30, { id: 99 }, { is_up: false });
  checkedMonitor(data, 30, { id: 99, name: 'Zeta' }, { is_up: false });
  const text = screenText(shownOf(data), initialView({ screen: 'dashboard' }));
  expect(text).toMatch(/WEBSITE.*\n›▲ Website 30/);
  expect(text).toMatch(/NETWORK SERVICES STATUS .*1 of 16 not UP.*\n ✗ DOWN {5}Zeta/);
});

test('while nothing is read yet, it says so; figures of a website may follow later', () => {
  const view = initialView({ screen: 'dashboard' });
  const loading: Shown = { ...noData, dashboard: { ...noData.dashboard, isLoading: true } };
  expect(screenText(loading, view)).toContain('Loading…');
  const shown = shownOf(manyWebsites(2));
  const data = shown.dashboard.data;
  if (!data) throw new Error('no data');
  const partly: Shown = { ...shown, dashboard: { ...shown.dashboard, data: { ...data, statistics: new Map() } } };
  expect(screenText(partly, view)).toContain('Website 01 Loading statistics...');
});

test('when the server is away the old data stays, and the first line says since when and what happens next', () => {
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

test('the keys at the bottom end with help and quit', () => {
  for (const columns of [40, 60, 80, 120]) {
    const last = screenText(noData, initialView({ screen: 'alerts' }), columns)
      .split('\n')
      .at(-1);
    expect(last).toMatch(/(\? help {1,2}q quit|\? q)$/);
  }
});

const withNotices = (columns: number, count: number, overlay: Overlay | null = null): string[] =>
  composeFrame(shownOf(manyWebsites(1)), {
    ...stageOf(columns, 24, true, { ...initialView({ screen: 'alerts' }), overlay }),
    notices: notices.slice(0, count),
  }).map(plainText);

test('the title warns of notices in words, where there is less room by their number, and says nothing without them', () => {
  expect(withNotices(80, 0)[0]).not.toContain('▲');
  expect(withNotices(80, 2)[0]).toMatch(/Alerts {2}▲ offline, backup overdue .*Updated \d\d:\d\d:\d\d$/);
  expect(withNotices(60, 5)[0]).toMatch(/Alerts {2}▲ 5 notices .*Updated \d\d:\d\d:\d\d$/);
  expect(withNotices(24, 5)[0]).toMatch(/Alerts {2}▲ +\d\d:\d\d:\d\d$/);
});

test.each(['dashboard', 'alerts', 'status'] as const)('help of %s names every key at 60x24', (screen) => {
  const text = screenText(noData, { ...initialView({ screen }), overlay: { kind: 'help' } }, 60, 24);
  const named = [...text.matchAll(/(?<=^| {2}) ?(\S+) +\S/gm)].map(([, key]) => key);
  for (const { keys } of bindingsOf(screen)) expect(named).toContain(keysText({ keys: [keys[0]] }));
});

test('n lists the notices with their sentences', () => {
  const lines = withNotices(80, 2, { kind: 'notices' });
  expect(lines[1]).toBe(' Notices   Esc closes this');
  expect(lines[2]).toMatch(/^ ▲ offline · since Nov 20 2026 /);
  expect(lines[3]).toMatch(/^ {3}offline 監視/);
  expect(withNotices(80, 0, { kind: 'notices' })[2]).toBe(' Nothing keeps Upvigil from watching and telling');
});

test.each([60, 100, 140])(
  'at %d columns an acknowledged alert has a mark, and others told have a column',
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
      expect(lines.some((text) => / OTHER$| 監視/.test(text))).toBe(columns > 60);
    }
  },
);
