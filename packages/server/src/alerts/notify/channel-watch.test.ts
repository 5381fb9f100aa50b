import { defaultPolicyId, defaultRouting, type RoutingDocument } from '@upvigil/core/contract/routing';
import { defaultGeneralSettings, defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { noticeRemedies } from '@upvigil/core/texts/alerts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generalSettings } from '../../storage/settings/general-settings-store.ts';
import { saveNotificationSettings } from '../../storage/settings/notification-settings-store.ts';
import { routingSettings } from '../../storage/settings/routing-store.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import type { ChannelsByKind } from './channel-recipients.ts';
import { type ChannelWatch, createChannelWatch } from './channel-watch.ts';
import { ownOffReason } from './channels/own-channel.ts';
import { openNotice } from './notices/notice-store.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A Tuesday. */
const beforeTen = Date.UTC(2026, 2, 10, 9, 58);

let test: TestStorage;
let clock: TestClock;
let watches: ChannelWatch[];
let published: object[];

const nowhere = () => ({ key: '', capacity: () => 1, send: nothing, sendNote: nothing });
const nothing = () => Promise.reject(new Error('nothing is sent here'));
const channels: ChannelsByKind = {
  email: {
    rules: {
      name: 'email',
      offReason: ({ notifications, own }) =>
        own ? ownOffReason(own) : notifications.email_enabled ? null : 'email is switched off',
      unwantedReason: () => null,
      recipients: ({ notifications }) => [notifications.email_list],
    },
    concurrency: 1,
    hourlyLimit: null,
    destination: nowhere,
  },
  ntfy: {
    rules: {
      name: 'ntfy',
      offReason: ({ own }) => ownOffReason(own),
      unwantedReason: () => null,
      recipients: () => [null],
    },
    concurrency: 1,
    hourlyLimit: null,
    destination: nowhere,
  },
};

beforeEach(async () => {
  test = await openTestStorage();
  watches = [];
  published = [];
  clock = createTestClock(beforeTen, () => Promise.all(watches.map((each) => each.settled())));
  const [policy] = defaultRouting.policies;
  const steps: RoutingDocument['policies'][number]['steps'] = [{ after_minutes: 0, channels: ['email', 'slack'] }];
  if (policy)
    await routingSettings.save(test.db, { ...defaultRouting, policies: [{ ...policy, id: defaultPolicyId, steps }] });
});
afterEach(async () => {
  await Promise.all(watches.map((each) => each.stop()));
  await test.close();
});

function start(): void {
  const log = { error: (fields: object) => expect(fields).toBeUndefined() };
  const changes = { publish: (change: object) => void published.push(change) };
  const watch = createChannelWatch({ db: test.db, clock, changes, channels, log });
  watches.push(watch);
  watch.start();
}

async function addChannel(name: string, enabled: 0 | 1 = 1): Promise<number> {
  const row = { kind: 'ntfy', name, enabled, config: '{}', secrets: null, created_at: beforeTen } as const;
  return (await test.db.insertInto('channels').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
const useEmail = (list: string) =>
  saveNotificationSettings(test.db, { ...defaultNotificationSettings, email_enabled: true, email_list: list });
const messages = (purpose: 'drill' | 'notice') =>
  test.db
    .selectFrom('messages')
    .select(['channel', 'channel_name', 'recipient', 'content', 'subject_id'])
    .where('purpose', '=', purpose)
    .orderBy('id')
    .execute();
const drillsTo = async () => (await messages('drill')).map(({ channel_name, recipient }) => channel_name ?? recipient);
const sentTexts = async () =>
  (await messages('notice')).map(({ channel, content }) => `${channel}: ${JSON.parse(content).text}`);
const openKinds = async () =>
  (await test.db.selectFrom('notices').select('kind').where('ended_at', 'is', null).execute()).map(({ kind }) => kind);
/** Jumps ahead, with one run at the end. */
async function leap(milliseconds: number): Promise<void> {
  clock.leap(milliseconds);
  await clock.advance(0);
}

describe('drills', () => {
  it('go to the added channels at 10:00 of a working day, and 30 days later', async () => {
    await addChannel('Ops');
    await addChannel('Off', 0);
    await useEmail('a@example.com');
    start();
    await clock.advance(minute);
    expect(await drillsTo()).toEqual([]);
    await clock.advance(3 * minute);
    expect(await drillsTo()).toEqual(['Ops']);
    await test.db.updateTable('drills').set({ confirmed_at: clock.now() }).execute();
    await clock.advance(hour);
    await leap(29 * day);
    expect(await drillsTo()).toEqual(['Ops']);
    await leap(day - hour);
    expect(await drillsTo()).toEqual(['Ops', 'Ops']);
    expect(published).toEqual([{ has_deliveries: true }, { has_deliveries: true }]);
  });

  it('go to each recipient of a built-in channel with drills enabled', async () => {
    await useEmail('a@example.com, b@example.com');
    await generalSettings.save(test.db, {
      ...defaultGeneralSettings,
      drill_channels: { email: true, sms: true, slack: true },
    });
    start();
    await clock.advance(3 * minute);
    expect(await drillsTo()).toEqual(['a@example.com', 'b@example.com']);
  });

  it('are sent once by several processes', async () => {
    await addChannel('Ops');
    for (let times = 0; times < 3; times += 1) start();
    await clock.advance(10 * minute);
    expect(await drillsTo()).toEqual(['Ops']);
  });

  it('without a confirmation are repeated once after 72 hours, as the same drill', async () => {
    await addChannel('Ops');
    start();
    await clock.advance(3 * minute);
    await leap(72 * hour - 2 * minute);
    expect(await drillsTo()).toEqual(['Ops']);
    await leap(2 * minute);
    expect(await drillsTo()).toEqual(['Ops', 'Ops']);
    await leap(day);
    expect(await drillsTo()).toHaveLength(2);
    expect(new Set((await messages('drill')).map(({ subject_id }) => subject_id)).size).toBe(1);
    expect(await test.db.selectFrom('drills').select('id').execute()).toHaveLength(1);
  });

  it('that were confirmed, or whose channel is off, are not repeated', async () => {
    const [one, other] = [await addChannel('One'), await addChannel('Other')];
    start();
    await clock.advance(3 * minute);
    await test.db.updateTable('drills').set({ confirmed_at: clock.now() }).where('ref', '=', `${one}`).execute();
    await test.db.updateTable('channels').set({ enabled: 0 }).where('id', '=', other).execute();
    await leap(73 * hour);
    expect(await drillsTo()).toHaveLength(2);
  });
});

describe('a notice', () => {
  const failing = { last_sent_at: null, failures: 1, failing_since: beforeTen, last_error: 'HTTP 503' };

  it('22.4: is sent through the other channels when one fails for an hour, and once when that ends', async () => {
    await useEmail('a@example.com');
    await test.db
      .insertInto('channel_states')
      .values({ ref: 'email', ...failing })
      .execute();
    start();
    await clock.advance(59 * minute);
    expect(await openKinds()).toEqual([]);
    await clock.advance(10 * minute);
    const remedy = `${noticeRemedies.channel_failing}\n`;
    expect(await sentTexts()).toEqual([
      `slack: Email has been failing since 2026-03-10 09:58 UTC, 1 message: HTTP 503\n${remedy}`,
    ]);
    await test.db.updateTable('channel_states').set({ failures: 0, failing_since: null }).execute();
    await clock.advance(5 * minute);
    expect(await openKinds()).toEqual([]);
    expect(await sentTexts()).toHaveLength(2);
  });

  it('is sent after 20 consecutive failures, however soon', async () => {
    const id = await addChannel('Ops');
    const state = { ...failing, ref: `${id}`, failing_since: beforeTen };
    await test.db
      .insertInto('channel_states')
      .values({ ...state, failures: 19 })
      .execute();
    start();
    await clock.advance(0);
    expect(await openKinds()).toEqual([]);
    await test.db.updateTable('channel_states').set({ failures: 20 }).execute();
    await clock.advance(minute);
    expect((await sentTexts())[0]).toMatch(
      /^email: The channel "Ops" has been failing since .* UTC, 20 consecutive messages: HTTP 503/,
    );
  });

  it('about a failing channel ends when it is disabled or deleted', async () => {
    const [one, other] = [await addChannel('One'), await addChannel('Other')];
    for (const ref of [one, other]) {
      await test.db
        .insertInto('channel_states')
        .values({ ...failing, ref: `${ref}`, failures: 20 })
        .execute();
    }
    start();
    await clock.advance(minute);
    expect(await openKinds()).toHaveLength(2);
    await test.db.updateTable('channels').set({ enabled: 0 }).where('id', '=', one).execute();
    await test.db.deleteFrom('channels').where('id', '=', other).execute();
    await clock.advance(minute);
    expect(await openKinds()).toEqual([]);
  });

  it('is open for a channel without proof for 45 days since it was added, until somebody confirms', async () => {
    const id = await addChannel('Ops');
    start();
    await clock.advance(3 * minute);
    await leap(45 * day - 4 * minute);
    expect(await openKinds()).toEqual([]);
    await leap(2 * minute);
    expect(await openKinds()).toEqual(['channel_unproven']);
    expect((await sentTexts())[0]).toContain('The channel "Ops" has not been proven for 45 days');
    const proof = { ref: `${id}`, recipient: 'whoever', sent_at: clock.now(), confirmed_at: clock.now() };
    await test.db.insertInto('drills').values(proof).execute();
    await clock.advance(minute);
    expect(await openKinds()).toEqual([]);
  });

  it('about a disabled channel ends when it is enabled', async () => {
    const id = await addChannel('Ops', 0);
    await openNotice(test.db, { kind: 'channel_disabled', subject: `${id}`, message: 'HTTP 410', now: beforeTen });
    start();
    await clock.advance(minute);
    expect(await openKinds()).toEqual(['channel_disabled']);
    await test.db.updateTable('channels').set({ enabled: 1 }).execute();
    await clock.advance(minute);
    expect(await openKinds()).toEqual([]);
  });

  it('about something else is left alone', async () => {
    await openNotice(test.db, { kind: 'offline', subject: '', message: 'offline', now: beforeTen });
    start();
    await clock.advance(2 * minute);
    expect(await openKinds()).toEqual(['offline']);
  });
});
