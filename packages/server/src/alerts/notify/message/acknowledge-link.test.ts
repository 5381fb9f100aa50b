import { defaultPolicyId, defaultRouting, type RoutingDocument } from '@upvigil/core/contract/routing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { routingSettings } from '../../../storage/settings/routing-store.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { makeAlert, makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { createLinkMaker, findLink, type Link } from '../link-tokens.ts';
import { createAcknowledgeLinks } from './acknowledge-link.ts';

let test: TestStorage;
let monitor: MonitorRow;
beforeEach(async () => {
  isAddressKnown = false;
  test = await openTestStorage();
  monitor = await makeMonitor(test.db);
  await policies({ name: 'Twice', steps: 2 }, { name: 'Reminds', remind: 60 }, { name: 'Once' });
});
afterEach(() => test.close());

async function policies(...given: { name: string; steps?: number; remind?: number }[]): Promise<void> {
  const made = given.map(({ name, steps = 1, remind = null }, at): RoutingDocument['policies'][number] => ({
    id: defaultPolicyId + at,
    name,
    remind_minutes: remind,
    steps: Array.from({ length: steps }, (_, step) => ({ after_minutes: step * 10, channels: ['email'] })),
  }));
  await routingSettings.save(test.db, { ...defaultRouting, policies: made });
}

type AlertGiven = NonNullable<Parameters<typeof makeAlert>[2]>;
const alert = async (given: AlertGiven): Promise<number> => (await makeAlert(test.db, monitor, given)).id;

let isAddressKnown: boolean;
async function linkOf(...alertIds: number[]): Promise<Link | null> {
  const links = createLinkMaker(null);
  const make = createAcknowledgeLinks({ db: test.db, now: () => testNow, links, isAddressKnown });
  const path = await make({ messageId: 'msg_1', alertIds, channel: 'ntfy', channel_id: 7, recipient: null });
  return path === null ? null : findLink(test.db, 'acknowledge', path.slice('/a/'.length), testNow);
}
const named = async (...alertIds: number[]) => (await linkOf(...alertIds))?.named.map(([id]) => id) ?? null;

it('is made for every open problem where the public address is configured', async () => {
  isAddressKnown = true;
  const alerts = [await alert({ policy: 'Once' }), await alert({ policy: null })];
  expect(await named(...alerts)).toEqual(alerts);
  expect(await named(await alert({ policy: 'Twice', ended_at: testNow }))).toBeNull();
});

it('is created when the policy of an open problem has later steps or reminders', async () => {
  const [twice, reminds] = [await alert({ policy: 'Twice' }), await alert({ policy: 'Reminds' })];
  expect(await linkOf(twice)).toEqual({ purpose: 'acknowledge', named: [[twice, testNow]], ref: '7', recipient: null });
  expect(await named(reminds)).toEqual([reminds]);
});

it('is not made without a configured address where the policy notifies once, is none, or was deleted', async () => {
  const alerts = [await alert({ policy: 'Once' }), await alert({ policy: null }), await alert({ policy: 'Gone' })];
  expect(await named(...alerts)).toBeNull();
  expect(await test.db.selectFrom('link_tokens').selectAll().execute()).toEqual([]);
});

it('covers all open problems of the message, and none that ended, was acknowledged or recovered', async () => {
  const lasting = [await alert({ policy: 'Twice' }), await alert({ policy: 'Once' })];
  const others = [
    await alert({ policy: 'Twice', ended_at: testNow }),
    await alert({ policy: 'Twice', acknowledged_at: testNow }),
    await alert({ policy: 'Twice', alert_type: 'RECOVERED' }),
  ];
  expect(await named(...others)).toBeNull();
  expect(await named(...lasting, ...others)).toEqual(lasting);
});
