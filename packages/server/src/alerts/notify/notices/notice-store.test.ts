import { defaultRouting, type RoutingDocument } from '@upvigil/core/contract/routing';
import { noticeRemedies } from '@upvigil/core/texts/alerts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { routingSettings } from '../../../storage/settings/routing-store.ts';
import { testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { dropNotice, endNotice, listNotices, openNotice, readOpenNotices, rewordNotice } from './notice-store.ts';

const minute = 60_000;
const offline = { kind: 'offline', subject: '', message: 'Offline since 12:00', now: testNow } as const;
let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

/** Waiting messages as text, with their channel. */
async function sentTexts(): Promise<string[]> {
  const rows = await test.db.selectFrom('messages').selectAll().orderBy('id').execute();
  return rows.map(({ channel, channel_name, content }) => `${channel_name ?? channel}: ${JSON.parse(content).text}`);
}

const inFirstStep = (channels: RoutingDocument['policies'][number]['steps'][number]['channels']) =>
  routingSettings.save(test.db, {
    ...defaultRouting,
    policies: defaultRouting.policies.map((policy) => ({ ...policy, steps: [{ after_minutes: 0, channels }] })),
  });

it('opens a notice once while it lasts, and sends a message at its start and end', async () => {
  await inFirstStep(['email']);
  expect(await openNotice(test.db, offline)).toBe(true);
  expect(await openNotice(test.db, { ...offline, now: testNow + minute })).toBe(false);
  expect(await endNotice(test.db, { kind: 'offline', subject: '', now: testNow + 2 * minute })).toBe(true);
  expect(await endNotice(test.db, { kind: 'offline', subject: '', now: testNow + 3 * minute })).toBe(false);
  expect(await sentTexts()).toEqual([
    `email: Offline since 12:00\n${noticeRemedies.offline}\n`,
    'email: Resolved: Offline since 12:00\n',
  ]);
  expect(await openNotice(test.db, { ...offline, now: testNow + 4 * minute })).toBe(true);
});

it('opens a notice once for concurrent calls', async () => {
  await inFirstStep(['email']);
  const openings = [1, 2, 3, 4].map(() => test.db.transaction().execute((trx) => openNotice(trx, offline)));
  expect((await Promise.all(openings)).filter(Boolean)).toHaveLength(1);
  expect(await sentTexts()).toHaveLength(1);
});

it('sends the summary at the end', async () => {
  await inFirstStep(['email']);
  await openNotice(test.db, offline);
  await endNotice(test.db, { kind: 'offline', subject: '', message: 'offline 12:00 to 12:27', now: testNow });
  expect(await sentTexts()).toEqual([
    `email: Offline since 12:00\n${noticeRemedies.offline}\n`,
    'email: offline 12:00 to 12:27\n',
  ]);
  expect(await listNotices(test.db, testNow)).toMatchObject([{ message: 'offline 12:00 to 12:27' }]);
});

it('sends a notice about a channel through the others of the first step, never through itself', async () => {
  const { id } = await test.db
    .insertInto('channels')
    .values({ kind: 'ntfy', name: 'Ops', enabled: 1, config: '{}', secrets: null, created_at: testNow })
    .returning('id')
    .executeTakeFirstOrThrow();
  await inFirstStep(['email', 'slack', id]);
  await openNotice(test.db, { kind: 'channel_failing', subject: 'email', message: 'Email fails', now: testNow });
  await openNotice(test.db, { kind: 'channel_failing', subject: String(id), message: 'Ops fails', now: testNow });
  expect(await sentTexts()).toEqual([
    `slack: Email fails\n${noticeRemedies.channel_failing}\n`,
    `Ops: Email fails\n${noticeRemedies.channel_failing}\n`,
    `email: Ops fails\n${noticeRemedies.channel_failing}\n`,
    `slack: Ops fails\n${noticeRemedies.channel_failing}\n`,
  ]);
});

it('lists open notices of any age, and those that ended within the window', async () => {
  await openNotice(test.db, { ...offline, now: 1 });
  await openNotice(test.db, { ...offline, kind: 'backup_overdue', now: 2 });
  await endNotice(test.db, { kind: 'backup_overdue', subject: '', now: testNow - minute });
  expect((await listNotices(test.db, testNow)).map(({ kind }) => kind)).toEqual(['offline']);
  expect((await listNotices(test.db, testNow - minute)).map(({ kind }) => kind)).toEqual(['backup_overdue', 'offline']);
});

it('lists a notice that nobody is notified of, changes its sentence, and deletes it', async () => {
  await inFirstStep(['email']);
  const listed = { kind: 'not_checked', subject: 'listed' } as const;
  await openNotice(test.db, { ...listed, message: '1 monitor', isNotified: false, now: testNow });
  await openNotice(test.db, offline);
  await rewordNotice(test.db, { ...listed, message: '2 monitors' });
  expect(await readOpenNotices(test.db)).toEqual([
    { ...listed, message: '2 monitors' },
    { kind: 'offline', subject: '', message: offline.message },
  ]);
  await dropNotice(test.db, listed);
  expect((await listNotices(test.db, 0)).map(({ kind }) => kind)).toEqual(['offline']);
  expect(await sentTexts()).toEqual([`email: Offline since 12:00\n${noticeRemedies.offline}\n`]);
});
