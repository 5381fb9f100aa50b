import { expect, test } from 'vitest';
import { initialView, listOf, reduceView, scopeOf, type ViewAction, type ViewState } from './view-state.ts';

const after = (state: ViewState, ...actions: ViewAction[]): ViewState => actions.reduce(reduceView, state);
const dashboard = initialView({ screen: 'dashboard' });

test('ranges cycle, and an unknown range continues with the first', () => {
  const range: ViewAction = { type: 'range' };
  expect(after(dashboard, range).dashboardHours).toBe(48);
  expect(after(dashboard, range, range, range).dashboardHours).toBe(720);
  expect(after(dashboard, range, range, range, range, range, range).dashboardHours).toBe(1);
  expect(after(initialView({ screen: 'dashboard', hours: 5 }), range).dashboardHours).toBe(1);
  expect(after(initialView({ screen: 'alerts' }), range).alertHours).toBe(72);
});

test('alert types go round from all to all', () => {
  const type: ViewAction = { type: 'alert-type' };
  expect(after(initialView({ screen: 'alerts' }), type).alertType).toBe('DOWN');
  expect(after(initialView({ screen: 'alerts', type: 'DOMAIN_EXPIRING' }), type).alertType).toBeNull();
});

test('outages and alerts alternate, and the choice is kept on the way to another screen', () => {
  const outages = after(initialView({ screen: 'alerts' }), { type: 'alert-rows' });
  expect(outages.alertRows).toBe('outages');
  expect(after(outages, { type: 'go', screen: 'status' }, { type: 'go', screen: 'alerts' }).alertRows).toBe('outages');
  expect(after(outages, { type: 'alert-rows' }).alertRows).toBe('alerts');
});

test('back goes one step: overlay, filter, website', () => {
  const back: ViewAction = { type: 'back' };
  const deep = after(
    dashboard,
    { type: 'open-website', websiteId: 3 },
    { type: 'filter', text: 'x', isFiltering: false },
    { type: 'overlay', overlay: { kind: 'help' } },
  );
  expect(after(deep, back)).toMatchObject({ overlay: null, filter: 'x', websiteId: 3 });
  expect(after(deep, back, back)).toMatchObject({ filter: '', websiteId: 3 });
  expect(after(deep, back, back, back)).toMatchObject({ websiteId: null, screen: 'dashboard' });
});

test('back clears the tag of the monitors, after the opened website, and on their screen alone', () => {
  const back: ViewAction = { type: 'back' };
  const tagged = after(initialView({ screen: 'monitors' }), { type: 'tag', tag: 'env:' });
  expect(after(tagged, { type: 'open-website', websiteId: 3 }, back)).toMatchObject({ websiteId: null, tag: 'env:' });
  expect(after(tagged, { type: 'go', screen: 'alerts' }, back).tag).toBe('env:');
  expect(after(tagged, back).tag).toBe('');
});

test('another screen starts without filter and website, at its last cursor position', () => {
  const state = after(
    dashboard,
    { type: 'select', list: 'alerts', key: '9' },
    { type: 'filter', text: 'x', isFiltering: true },
    { type: 'go', screen: 'alerts' },
  );
  expect(state).toMatchObject({ screen: 'alerts', filter: '', isFiltering: false, selected: { alerts: '9' } });
});

test('the valid keys depend on the visible screen', () => {
  expect(listOf(dashboard)).toBe('websites');
  expect(listOf(after(dashboard, { type: 'pane', pane: 'services' }))).toBe('services');
  expect(scopeOf(after(dashboard, { type: 'open-website', websiteId: 1 }))).toBe('detail');
  expect(scopeOf(initialView({ screen: 'status', websiteId: 4 }))).toBe('detail');
});

test('evidence that comes late of an alert that is no longer open changes nothing', () => {
  const seen = { lines: ['HTTP/1.1 503'] };
  const opened = (alertId: number): ViewAction => ({
    type: 'overlay',
    overlay: { kind: 'evidence', alertId, seen: null, top: 0 },
  });
  const alerts = initialView({ screen: 'alerts' });
  expect(after(alerts, opened(1), { type: 'seen', alertId: 1, seen }).overlay).toMatchObject({ alertId: 1, seen });
  expect(after(alerts, opened(2), { type: 'seen', alertId: 1, seen }).overlay).toMatchObject({
    alertId: 2,
    seen: null,
  });
  expect(after(alerts, { type: 'seen', alertId: 1, seen }, { type: 'scroll', top: 3 }).overlay).toBeNull();
});
