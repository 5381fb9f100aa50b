import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MonitorRow } from '../../storage/tables.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../testing/sinks/notification-lab.ts';

const second = 1000;
const minute = 60 * second;

let lab: NotificationLab;
let router: MonitorRow;
let children: MonitorRow[];
beforeEach(async () => {
  lab = await openNotificationLab();
  await lab.changeSettings({ sms_enabled: false });
  router = await makeMonitor(lab.db, { kind: 'ICMP_PING', name: 'Router', target: '192.0.2.1' });
  children = [];
  for (let at = 0; at < 50; at++) {
    const target = `https://host${at}.example.com/`;
    children.push(await makeMonitor(lab.db, { website_id: router.website_id, target, parent_id: router.id }));
  }
  await lab.comeUp(router, ...children);
  await lab.advance(minute);
  await lab.startOutbox();
  await lab.startParentWatch();
});
afterEach(() => lab.close());

const emails = () => lab.smtp.messages.map(({ subject }) => subject);
const reasonsOf = async (type: string) => new Set((await lab.ledger(type)).map(({ reason }) => reason));

it('18.1: a router that fails with 50 children is one message, and a child that stays down is sent after it', async () => {
  await lab.goDown(router, ...children);
  await lab.advance(10 * minute);
  expect(emails()).toEqual([expect.stringContaining('Router')]);
  expect(await reasonsOf('DOWN')).toContain('parent "Router" is down');
  await lab.comeUp(router);
  const [stays, ...others] = children as [MonitorRow, ...MonitorRow[]];
  await lab.advance(second);
  // As checked because of the recovery.
  await lab.comeUp(...others);
  await lab.failOnce(stays);
  await lab.advance(29 * second);
  expect(emails().slice(1)).toEqual(['2 alerts: 1 DOWN, 1 RECOVERED (Shop)']);
  await lab.comeUp(stays);
  await lab.advance(minute);
  expect(emails().slice(2)).toEqual([expect.stringMatching(/^RECOVERED: .*host0\.example\.com/)]);
});

it('18.1: when the children fail first, it is still one message', async () => {
  await lab.goDown(...children);
  await lab.advance(2 * second);
  await lab.goDown(router);
  await lab.advance(10 * minute);
  expect(emails()).toEqual([expect.stringContaining('Router')]);
});

it('sends the child within 30 s when no ancestor was checked, and at once when all are up', async () => {
  const [one, other] = children as [MonitorRow, MonitorRow];
  await lab.goDown(one);
  await lab.advance(29 * second);
  expect(emails()).toEqual([]);
  await lab.advance(5 * second);
  expect(emails()).toHaveLength(1);
  await lab.goDown(other);
  await lab.comeUp(router);
  await lab.advance(12 * second);
  expect(emails()).toHaveLength(2);
});

it('sends the child when its parent is disabled or deleted meanwhile, after a restart too', async () => {
  const [one, other] = children as [MonitorRow, MonitorRow];
  await lab.goDown(router, one, other);
  await lab.advance(minute);
  const edit = (id: number, set: { enabled?: 0; parent_id?: null }) =>
    lab.db.updateTable('stored_monitors').set(set).where('id', '=', id).execute();
  await edit(one.id, { parent_id: null });
  await lab.advance(minute);
  expect(emails()).toEqual([expect.stringContaining('Router'), expect.stringContaining('host0')]);
  await edit(router.id, { enabled: 0 });
  await lab.startOutbox();
  await lab.advance(minute);
  expect(emails()).toHaveLength(3);
});

it('evaluates the deliveries of a parent that stays down every 5 min only, and within 15 s of an edit', async () => {
  await lab.goDown(router, ...children);
  await lab.advance(4 * minute);
  const deferred = await lab.ledger('DOWN');
  await lab.advance(30 * second);
  expect(await lab.ledger('DOWN')).toEqual(deferred);
  await lab.db.updateTable('stored_monitors').set({ enabled: 0 }).where('id', '=', router.id).execute();
  await lab.advance(15 * second);
  expect(await reasonsOf('DOWN')).not.toContain('parent "Router" is down');
});

it('does not let the monitors of a restored cycle wait for each other', async () => {
  const [child] = children as [MonitorRow];
  await lab.db.updateTable('stored_monitors').set({ parent_id: child.id }).where('id', '=', router.id).execute();
  await lab.goDown(router, child);
  await lab.advance(minute);
  expect(await reasonsOf('DOWN')).not.toContain('parent "Router" is down');
  expect(emails()).toHaveLength(1);
});
