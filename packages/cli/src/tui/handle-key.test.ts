import { createApiClient } from '@upvigil/core/client/api-client';
import { createFakeApi } from '@upvigil/core/testing/fake-api';
import { addHeartbeat } from '@upvigil/core/testing/fake-heartbeats';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { beforeEach, describe, expect, test } from 'vitest';
import { addNotifiedAlert, checkedMonitor, checkedUrl, fakeNow, manyWebsites } from '../testing/installations.ts';
import { shownOf } from '../testing/shown.ts';
import { handleKey } from './handle-key.ts';
import type { Shown } from './live/sources.ts';
import { initialView, reduceView, type ScreenName, type ViewState } from './view-state.ts';

let state: FakeState;
let shown: Shown;
let view: ViewState;
let done: string[];
beforeEach(() => {
  state = manyWebsites(4);
  for (const id of [1, 2, 3]) addNotifiedAlert(state, { id });
  shown = shownOf(state);
  done = [];
});
const begin = (screen: ScreenName) => {
  view = initialView({ screen });
};

/** Presses keys one after the other, each on the screen that the previous keys opened. */
function press(...keys: string[]): ViewState {
  const fake = createFakeApi(state);
  const api = createApiClient({
    baseUrl: 'http://upvigil.test',
    getToken: () => state.token,
    fetch: async (input, init) => await fake.handle(new Request(input, init)),
  });
  for (const key of keys) {
    handleKey(key, {
      api,
      view,
      shown,
      size: { columns: 80, rows: 4 },
      now: () => fakeNow,
      dispatch: (action) => {
        view = reduceView(view, action);
      },
      refresh: () => done.push('refresh'),
      quit: () => done.push('quit'),
    });
  }
  return view;
}

describe('the cursor', () => {
  test('moves by rows and pages, and stays within the list', () => {
    begin('dashboard');
    const keyAfter = (...keys: string[]) => press(...keys).selected.websites;
    expect([keyAfter('down'), keyAfter('pageDown'), keyAfter('down'), keyAfter('G')]).toEqual(['2', '4', '4', '4']);
    expect([keyAfter('k'), keyAfter('pageUp'), keyAfter('up'), keyAfter('g')]).toEqual(['3', '1', '1', '1']);
  });

  test('opens the object under the cursor', () => {
    begin('dashboard');
    expect(press('down', 'return').websiteId).toBe(2);
    begin('alerts');
    expect(press('return').overlay).toMatchObject({ kind: 'alert' });
  });
});

describe('a problem on the dashboard', () => {
  beforeEach(() => {
    checkedUrl(state, 2, { id: 50, url: 'https://shop.example.org/checkout' }, { is_up: false, status_code: 503 });
    checkedMonitor(state, 3, { id: 51, name: 'Mail' }, { is_up: false });
    addNotifiedAlert(state, { id: 9, url_id: 50, website_id: 2 });
    shown = shownOf(state);
    begin('dashboard');
  });

  test('is reached by Tab, or by going up from the first website, and left the same way', () => {
    expect(press('tab', 'tab').pane).toBe('problems');
    expect(press('tab').pane).toBe('websites');
    expect(press('k')).toMatchObject({ pane: 'problems', selected: { problems: 'monitor 51 DOWN' } });
    expect(press('k')).toMatchObject({ pane: 'problems', selected: { problems: 'url 50 DOWN' } });
    expect(press('k').selected.problems).toBe('url 50 DOWN');
    expect(press('j', 'j')).toMatchObject({ pane: 'websites', selected: { websites: '2' } });
    expect(press('k').pane).toBe('problems');
    expect(press('G', 'g').selected.problems).toBe('url 50 DOWN');
  });

  test('is acknowledged by A and muted by m', async () => {
    press('k', 'k', 'A', 'm');
    await expect.poll(() => done).toEqual(['refresh', 'refresh']);
    expect(state.alerts.find(({ id }) => id === 9)?.acknowledged_at).not.toBeNull();
    expect(state.silences.map(({ monitor_id }) => monitor_id)).toEqual([50]);
  });

  test('without an alert cannot be acknowledged, and says so', () => {
    expect(press('k', 'A').statusLine?.text).toBe('No open alert in this row');
    expect(press('G', 'j', 'm').statusLine?.text).toBe('No monitor in this row');
    expect(done).toEqual([]);
  });

  test('is opened with Enter: its website, with the cursor on the failing monitor', () => {
    expect(press('k', 'return')).toMatchObject({ websiteId: 3, selected: { detail: 'TCP_PORT 51' } });
  });

  test('that ended leaves the cursor in the list of websites', () => {
    press('k', 'k');
    const url = state.urls.find(({ id }) => id === 50);
    if (url?.last_check) url.last_check.is_up = true;
    state.monitors = state.monitors.filter(({ id }) => id !== 51);
    shown = shownOf(state);
    expect(press('return').websiteId).toBe(1);
  });
});

describe('the filter', () => {
  test('takes every key as text until it is left', () => {
    begin('dashboard');
    expect(press('/', 'q', 'space', '1', 'x', 'backspace')).toMatchObject({ filter: 'q 1', isFiltering: true });
    expect(done).toEqual([]);
    expect(press('return')).toMatchObject({ filter: 'q 1', isFiltering: false });
    expect(press('/', 'escape')).toMatchObject({ filter: '', isFiltering: false });
  });

  test('takes away whole characters, and no key that has a name', () => {
    begin('dashboard');
    expect(press('/', '監', '🚀', 'delete', 'tab', 'home').filter).toBe('監');
  });
});

describe('the list of monitors', () => {
  test('takes a tag with Enter, keeps the old one with Esc, and names terms that are none', () => {
    begin('monitors');
    expect(press('t', 'e', 'n', 'q', 'backspace', 'v', ':')).toMatchObject({ typedTag: 'env:', tag: '' });
    expect(press('return')).toMatchObject({ typedTag: null, tag: 'env:' });
    expect(press('t', 'x', 'escape')).toMatchObject({ typedTag: null, tag: 'env:' });
    expect(press('t', 'space', '?', 'return')).toMatchObject({ tag: 'env:', statusLine: { tone: 'bad' } });
    expect(done).toEqual([]);
  });

  test('opens the website of a monitor with Enter, and mutes the monitor with m', async () => {
    checkedMonitor(state, 3, { id: 51, name: 'Mail' }, { is_up: false });
    shown = shownOf(state);
    begin('monitors');
    press('m');
    await expect.poll(() => state.silences.map(({ monitor_id }) => monitor_id)).toEqual([51]);
    expect(press('return')).toMatchObject({ websiteId: 3, selected: { detail: 'TCP_PORT 51' } });
  });

  test('does not check a heartbeat', () => {
    addHeartbeat(state, 1, { id: 60, is_up: false });
    shown = shownOf(state);
    begin('monitors');
    expect(press('c').statusLine?.text).toBe('A heartbeat is not checked: its job reports');
  });
});

describe('a question about deleting', () => {
  test.each(['n', 'escape', 'return', 'space', 'q'])('is answered no by %s', (key) => {
    begin('alerts');
    expect(press('d').overlay).toMatchObject({ kind: 'confirm' });
    expect(press(key).overlay).toBeNull();
    // The answer yes would move the cursor before the server answers.
    expect(view.selected).toEqual({});
  });

  test('is answered yes by y, and the cursor steps aside', async () => {
    begin('alerts');
    const [first, second] = state.alerts.map(({ id }) => String(id));
    press('d', 'y');
    expect(view).toMatchObject({ overlay: null, selected: { alerts: second } });
    await expect.poll(() => done).toEqual(['refresh']);
    expect(state.alerts.map(({ id }) => String(id))).not.toContain(first);
    expect(view.statusLine).toMatchObject({ tone: 'good' });
  });

  test('of the last row leaves the cursor on the one before', () => {
    begin('alerts');
    const keys = state.alerts.map(({ id }) => String(id));
    expect(press('G', 'd', 'y').selected.alerts).toBe(keys[1]);
  });
});

describe('what lies over the screen', () => {
  test('is closed by any key, which does nothing else unless it leads to a screen or out', () => {
    begin('dashboard');
    expect(press('?').overlay).toEqual({ kind: 'help' });
    expect(press('down').overlay).toBeNull();
    expect(view.selected).toEqual({});
    expect(press('?', '2')).toMatchObject({ overlay: null, screen: 'alerts' });
    press('?', 'q');
    expect(done).toEqual(['quit']);
  });
});

test('Ctrl+C leaves from everywhere', () => {
  begin('alerts');
  press('/', 'ctrl-c');
  begin('alerts');
  press('d', 'ctrl-c');
  expect(done).toEqual(['quit', 'quit']);
});
