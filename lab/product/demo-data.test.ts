import { dayMs } from '@upvigil/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAll, type Demo, startDemo } from '../../scripts/demo/start-demo.ts';

const opened: (() => Promise<void>)[] = [];
let demo: Demo;
beforeAll(async () => {
  const { signal } = new AbortController();
  demo = await startDemo({ port: 0, chromiumPath: 'off', opened, signal });
}, 120_000);
afterAll(() => closeAll(opened));

it('has incidents that are open, resolved and drafts, each with updates', async () => {
  const incidents = await demo.api.incidents.list({ query: {} });
  const published = incidents.filter(({ state }) => state === 'published');
  expect(published.filter(({ resolved_at }) => resolved_at === null)).toHaveLength(1);
  expect(published.filter(({ resolved_at }) => resolved_at !== null)).toHaveLength(2);
  expect(incidents.filter(({ state }) => state === 'draft')).toHaveLength(1);
  expect(published.every(({ updates }) => updates.length > 1)).toBe(true);
});

it('has maintenance that is over, goes on and is planned', async () => {
  const from = new Date(Date.now() - 30 * dayMs).toISOString();
  const states = (await demo.api.maintenance.runs({ query: { from } })).map(({ state }) => state);
  expect(states).toEqual(expect.arrayContaining(['completed', 'in_progress', 'scheduled']));
});

it('has marks, a backup, and reports of which one was sent', async () => {
  expect(await demo.api.marks.list({ query: { hours: 720 } })).toHaveLength(6);
  expect((await demo.api.backup.list()).backups).toHaveLength(1);
  const reports = await demo.api.reports.list();
  expect(reports.map(({ last_sent_at, last_error }) => [last_sent_at !== null, last_error])).toEqual([
    [true, null],
    [false, null],
  ]);
});

it('has heartbeats with runs, of which one failed', async () => {
  const lists = await Promise.all(
    (await demo.api.websites.list()).map(({ id }) => demo.api.heartbeats.listByWebsite({ params: { websiteId: id } })),
  );
  const heartbeats = lists.flat();
  expect(heartbeats.map(({ state }) => state)).toEqual(['up', 'up']);
  expect(heartbeats[0]?.recent_checks.states).toMatch(/^u{14}du{5}$/);
});

it('has monitors with commands, of which one was down', async () => {
  const { api } = demo;
  expect((await api.commands.list()).map(({ name }) => name)).toEqual(['disk', 'mail-queue']);
  const lists = (await api.websites.list()).map(({ id }) =>
    api.networkMonitors.listByWebsite({ params: { websiteId: id } }),
  );
  const monitors = (await Promise.all(lists)).flat().filter(({ monitor_type }) => monitor_type === 'COMMAND');
  expect(monitors.map(({ name }) => name)).toEqual(['Disk space', 'Mail queue']);
  const checks = monitors.map(({ id }) => api.networkMonitors.check({ params: { monitorId: id } }));
  expect((await Promise.all(checks)).map(({ is_up }) => is_up)).toEqual([true, true]);
  const [disk = { id: 0 }] = monitors;
  const alerts = await api.networkMonitors.alerts({ params: { monitorId: disk.id } });
  expect(alerts.map(({ message }) => message)).toContainEqual(expect.stringContaining('100% of / is used'));
});

it('names its URLs, and checks certificates of which one expires soon', async () => {
  const { api } = demo;
  const websites = await api.websites.list();
  const lists = websites.map(({ id }) => api.urls.listByWebsite({ params: { websiteId: id } }));
  const urls = (await Promise.all(lists)).flat();
  expect(urls.filter(({ label }) => label === null)).toEqual([]);
  const withTls = urls.filter(({ url }) => url.startsWith('https:'));
  await Promise.all(withTls.map(({ id }) => api.urls.check({ params: { urlId: id } })));
  const read = async () => (await api.certificates.list()).map(({ state, days_left }) => [state, days_left]);
  await expect.poll(read, { timeout: 10_000 }).toEqual([
    ['expiring', 9],
    ['valid', 74],
  ]);
});
