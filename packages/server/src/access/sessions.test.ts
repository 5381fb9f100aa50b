import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverDefaults } from '../base/server-defaults.ts';
import { changeOn } from '../testing/change-on.ts';
import { testNow } from '../testing/rows.ts';
import { createTestClock, type TestClock } from '../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { findSession } from './session-store.ts';
import { createSessions, type EndedSessions, hashToken, type Sessions } from './sessions.ts';

const hour = 3_600_000;
const valid = serverDefaults.sessionDays * 24 * hour;

let storage: TestStorage;
let clock: TestClock;
let sessions: Sessions;
beforeEach(async () => {
  storage = await openTestStorage();
  clock = createTestClock(testNow, async () => undefined);
  sessions = createSessions(storage.db, clock);
});
afterEach(() => storage.close());

const lastUsed = async (token: string) => (await findSession(storage.db, hashToken(token)))?.last_used_at;

describe('a session', () => {
  it('is valid until it was not used for its days', async () => {
    const token = await sessions.start();
    clock.leap(valid - 1);
    expect(await sessions.verify(token)).toMatchObject({ token_hash: hashToken(token) });
    clock.leap(valid);
    expect(await sessions.verify(token)).toBeNull();
    expect(await sessions.isAlive(hashToken(token))).toBe(false);
  });

  it('records its use once an hour', async () => {
    const token = await sessions.start();
    clock.leap(hour - 1);
    await sessions.verify(token);
    expect(await lastUsed(token)).toBe(testNow);
    clock.leap(1);
    await sessions.verify(token);
    expect(await lastUsed(token)).toBe(testNow + hour);
  });

  it('does not count a liveness check as a use', async () => {
    const token = await sessions.start();
    clock.leap(2 * hour);
    expect(await sessions.isAlive(hashToken(token))).toBe(true);
    expect(await lastUsed(token)).toBe(testNow);
  });

  it('is deleted, once it has expired, when the next one starts', async () => {
    const [old, used] = [await sessions.start(), await sessions.start()];
    clock.leap(valid - hour);
    await sessions.verify(used);
    clock.leap(hour + 1);
    await sessions.start();
    expect([await lastUsed(old), await lastUsed(used)]).toEqual([undefined, testNow + valid - hour]);
  });

  it('is not stored with its token', async () => {
    const token = await sessions.start();
    const rows = await storage.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('sessions end', () => {
  let ended: EndedSessions[];
  beforeEach(() => {
    ended = [];
  });

  it('one by one, and listeners get each', async () => {
    const [one, other] = [await sessions.start(), await sessions.start()];
    const stopListening = sessions.onEnded((which) => ended.push(which));
    await sessions.end(hashToken(one), changeOn(storage.db));
    stopListening();
    await sessions.end(hashToken('another'), changeOn(storage.db));
    expect(ended).toEqual([{ tokenHash: hashToken(one) }]);
    expect([await sessions.verify(one), (await sessions.verify(other))?.token_hash]).toEqual([null, hashToken(other)]);
  });

  it('all at once', async () => {
    const token = await sessions.start();
    await sessions.endAll(storage.db);
    expect(await sessions.isAlive(hashToken(token))).toBe(false);
  });
});
