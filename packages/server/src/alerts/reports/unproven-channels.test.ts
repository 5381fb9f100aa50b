import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertChannel } from '../../storage/settings/channel-store.ts';
import { testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import type { Channel } from '../notify/channel.ts';
import { ownOffReason } from '../notify/channels/own-channel.ts';
import { readReportFigures } from './report-figures-store.ts';

const second = 1_000;
const day = 24 * 3_600 * second;

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

const ntfy: Channel = {
  rules: {
    name: 'ntfy',
    offReason: ({ own }) => (own ? ownOffReason(own) : 'not built in'),
    unwantedReason: () => null,
    recipients: () => [null],
  },
  concurrency: 1,
  hourlyLimit: null,
  destination: () => {
    throw new Error('nothing is sent here');
  },
};

async function addChannel(name: string, age: number): Promise<number> {
  const row = { name, kind: 'ntfy', enabled: 1, config: '{}', secrets: null, created_at: testNow - age } as const;
  return (await insertChannel(test.db, row)).id;
}

const unproven = async (): Promise<string[]> => {
  const scope = { period: { from: testNow - 7 * day, to: testNow }, websiteIds: 'all' } as const;
  return (await readReportFigures(test.db, scope, { channels: { ntfy }, newestBackup: async () => null })).unproven;
};

it('lists channels without a confirmation for 45 days, and none that was added since', async () => {
  await addChannel('Added seconds ago', 5 * second);
  await addChannel('Added 44 days ago', 44 * day);
  await addChannel('Added 45 days ago', 45 * day);
  const proven = await addChannel('Proven 44 days ago', 90 * day);
  const longAgo = await addChannel('Proven 46 days ago', 90 * day);
  for (const [ref, ago] of [
    [proven, 44 * day],
    [longAgo, 46 * day],
  ] as const) {
    const at = testNow - ago;
    await test.db
      .insertInto('drills')
      .values({ ref: `${ref}`, recipient: null, sent_at: at, confirmed_at: at })
      .execute();
  }
  expect(await unproven()).toEqual(['Added 45 days ago', 'Proven 46 days ago']);
});
