import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLinkMaker, type Named } from '../../alerts/notify/link-tokens.ts';
import { makeAlert, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { acknowledgeByLink, showAcknowledgement } from './link-pages.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

async function tokenFor(...named: Named[]): Promise<string> {
  const link = { purpose: 'acknowledge', named, ref: 'slack', recipient: null } as const;
  return (await createLinkMaker(null).make(test.db, link, 'msg_1', testNow)).slice('/a/'.length);
}
const alert = async (message: string, given: object = {}): Promise<Named> => {
  const { id, created_at } = await makeAlert(test.db, await makeMonitor(test.db), { message, ...given });
  return [id, created_at];
};
const rows = () => test.db.selectFrom('alerts').select(['message', 'acknowledged_by']).orderBy('id').execute();

it('acknowledges the open alerts of the message, in the name of the channel, and proves the channel', async () => {
  const over = { ended_at: testNow };
  const token = await tokenFor(await alert('A is down'), await alert('B is down', over), await alert('C is down'));
  await alert('D is down');
  expect(await showAcknowledgement(test.db, token, testNow)).toMatchObject({
    heading: 'Acknowledge 2 alerts',
    list: ['A is down', 'B is down (ended)', 'C is down'],
    button: 'Acknowledge',
  });
  expect(await acknowledgeByLink(test.db, token, testNow)).toMatchObject({ list: ['A is down', 'C is down'] });
  const by = 'link to Slack';
  expect((await rows()).map(({ acknowledged_by }) => acknowledged_by)).toEqual([by, null, by, null]);
  expect(await test.db.selectFrom('drills').selectAll().execute()).toMatchObject([
    { ref: 'slack', recipient: null, confirmed_at: testNow },
  ]);
  expect(await acknowledgeByLink(test.db, token, testNow)).toBeNull();
});

it('offers nothing to acknowledge when all have ended or are acknowledged', async () => {
  const token = await tokenFor(await alert('A is down', { ended_at: testNow }));
  const page = await showAcknowledgement(test.db, token, testNow);
  expect(page).toMatchObject({ heading: 'Nothing is left to acknowledge', list: ['A is down (ended)'] });
  expect(page).not.toHaveProperty('button');
  expect(await acknowledgeByLink(test.db, token, testNow)).toMatchObject({ heading: 'Nothing is left to acknowledge' });
});

it('never acknowledges another alert with the same id after a restore', async () => {
  const [id, created_at] = await alert('Another');
  const token = await tokenFor([id, created_at - 1]);
  expect(await showAcknowledgement(test.db, token, testNow)).toMatchObject({ list: [] });
  await acknowledgeByLink(test.db, token, testNow);
  expect(await rows()).toEqual([{ message: 'Another', acknowledged_by: null }]);
});

it('acknowledges all of hundreds, and names some', async () => {
  const monitor = await makeMonitor(test.db);
  const named: Named[] = [];
  for (let at = 0; at < 300; at += 1) {
    const { id, created_at } = await makeAlert(test.db, monitor, { message: `${at} is down` });
    named.push([id, created_at]);
  }
  const token = await tokenFor(...named);
  const page = await showAcknowledgement(test.db, token, testNow);
  expect([page?.list?.length, page?.list?.at(-1)]).toEqual([101, 'and 200 more']);
  await acknowledgeByLink(test.db, token, testNow);
  expect((await rows()).every(({ acknowledged_by }) => acknowledged_by === 'link to Slack')).toBe(true);
});
