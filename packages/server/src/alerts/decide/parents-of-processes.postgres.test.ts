import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MonitorRow } from '../../storage/tables.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { type NotificationLab, openNotificationLab } from '../../testing/sinks/notification-lab.ts';

const second = 1000;
const minute = 60 * second;

let lab: NotificationLab;
let router: MonitorRow;
let child: MonitorRow;
/** Checks that a relative caused, by process. */
let checked: string[];
beforeEach(async () => {
  lab = await openNotificationLab();
  await lab.changeSettings({ sms_enabled: false });
  router = await makeMonitor(lab.db, { kind: 'ICMP_PING', name: 'Router', target: '192.0.2.1' });
  child = await makeMonitor(lab.db, { website_id: router.website_id, parent_id: router.id });
  checked = [];
  await lab.comeUp(router, child);
  await lab.advance(minute);
});
afterEach(() => lab.close());

/** A process that has a monitor, and whose checks of others succeed or fail as the router does. */
async function startProcess(name: string, mine: () => MonitorRow | null, isRouterUp = () => false) {
  const outbox = await lab.startOutbox();
  const watch = await lab.startParentWatch({
    isMine: (id) => id === mine()?.id,
    async checkNow(id) {
      checked.push(`${name} checks ${id === router.id ? 'the router' : 'the child'}`);
      await (isRouterUp() ? lab.comeUp(router) : lab.failOnce(id === router.id ? router : child));
    },
  });
  return { kill: () => Promise.all([outbox.stop(), watch.stop()]) };
}
const emails = () => lab.smtp.messages.map(({ subject }) => subject);

it('sends one message when the child fails first and another process has the parent', async () => {
  await startProcess('A', () => router);
  await startProcess('B', () => child);
  await lab.goDown(child);
  await lab.advance(10 * second);
  await lab.failOnce(router);
  await lab.advance(10 * minute);
  expect(checked).toEqual(['B checks the router']);
  expect(emails()).toEqual([expect.stringMatching(/^DOWN: .*Router/)]);
});

it('has the parent checked by its process when the one that recorded the failure is killed before', async () => {
  await startProcess('A', () => router);
  const { kill } = await startProcess('B', () => child);
  lab.killRecorder();
  await lab.goDown(child);
  await kill();
  await lab.advance(4 * second);
  expect(checked).toEqual([]);
  await lab.advance(10 * minute);
  expect(checked).toEqual(['A checks the router']);
  expect(emails()).toEqual([]);
  await lab.failOnce(router);
  await lab.advance(10 * minute);
  expect(emails()).toEqual([expect.stringMatching(/^DOWN: .*Router/)]);
});

it('decides after a restart when all processes were killed while a message waited', async () => {
  const { kill } = await startProcess('A', () => router);
  lab.killRecorder();
  await lab.goDown(child);
  await lab.advance(2 * second);
  await kill();
  await lab.advance(10 * second);
  await startProcess(
    'C',
    () => router,
    () => true,
  );
  await lab.advance(3 * second);
  expect(checked).toEqual(['C checks the router']);
  expect(emails()).toEqual([expect.stringMatching(/^DOWN: /)]);
  await lab.advance(10 * minute);
  expect(emails()).toHaveLength(1);
});

it('takes a monitor over from a killed process and checks it while the message waits', async () => {
  let leased: MonitorRow | null = null;
  await startProcess('A', () => leased);
  lab.killRecorder();
  await lab.goDown(child);
  await lab.advance(22 * second);
  leased = router;
  await lab.advance(10 * minute);
  expect(checked).toEqual(['A checks the router']);
  expect(emails()).toEqual([]);
});

it('notifies of the child within a minute when the process is killed that recorded the recovery of its parent', async () => {
  await startProcess('A', () => child);
  await lab.goDown(router, child);
  await lab.advance(10 * minute);
  expect(emails()).toHaveLength(1);
  checked = [];
  lab.killRecorder();
  await lab.comeUp(router);
  await lab.advance(40 * second);
  expect(checked).toEqual(['A checks the child']);
  expect(emails().slice(1).sort()).toEqual([
    expect.stringMatching(/^DOWN: /),
    expect.stringMatching(/^RECOVERED: .*Router/),
  ]);
});
