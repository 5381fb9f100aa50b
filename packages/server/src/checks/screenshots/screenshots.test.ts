import { readdirSync } from 'node:fs';
import path from 'node:path';
import { limits } from '@upvigil/core/limits';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openScreenshot } from '../../api/routes/open-screenshot.ts';
import { testImage } from '../../operations/backup/testing/test-image.ts';
import type { CheckRow, MonitorRow } from '../../storage/tables.ts';
import { finishedCheck, makeCheck, makeMonitor, testNow } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import type { RecordedCheck } from '../record/recording/recorded-check.ts';
import type { BrowserCheck } from './browser/browser-probe.ts';
import { createScreenshots, type Screenshots, type ScreenshotsOptions } from './screenshots.ts';

let test: TestStorage;
let monitor: MonitorRow;
let opened: string[];
let picture: Buffer | null;
let screenshots: Screenshots;
const up = { outcome: 'up', response_time_us: 1, status_code: 200, metadata_found: null, packet_loss: null } as const;

const browser: ScreenshotsOptions['browser'] = {
  probe: async (): Promise<BrowserCheck> => ({ outcome: up, image: picture }),
  async screenshot(url) {
    opened.push(url);
    return picture;
  },
};

beforeEach(async () => {
  test = await openTestStorage();
  monitor = await makeMonitor(test.db, { is_up: 1 });
  opened = [];
  picture = testImage;
  screenshots = create();
});
afterEach(async () => {
  await screenshots.stop();
  await test.close();
});

const create = (changes: Partial<ScreenshotsOptions> = {}): Screenshots =>
  createScreenshots({ db: test.db, browser, dataDir: test.folder, log: { warn: () => undefined }, ...changes });

/** Stores a check and publishes it, as the recorder does. Returns the row with its screenshot. */
async function record(at: number, is_up = true, given: MonitorRow = monitor): Promise<CheckRow> {
  const recorded = await store(at, is_up, given);
  screenshots.afterRecorded([recorded]);
  return rowOf(recorded.check_id);
}

async function store(at: number, is_up: boolean, given: MonitorRow): Promise<RecordedCheck> {
  const { id } = await makeCheck(test.db, { monitor_id: given.id, checked_at: at });
  const check = finishedCheck(given, { checked_at: at, is_up });
  return { check_id: id, check, monitor: given, website_name: 'Shop' };
}

async function rowOf(checkId: number): Promise<CheckRow> {
  await screenshots.settled();
  return test.db.selectFrom('checks').selectAll().where('id', '=', checkId).executeTakeFirstOrThrow();
}

const files = (): string[] => {
  try {
    return readdirSync(path.join(test.folder, 'screenshots'));
  } catch {
    return [];
  }
};
const minute = 60_000;

describe('screenshots', () => {
  it('are taken after the first check and written to its row, under an unguessable name', async () => {
    const { screenshot } = await record(testNow);
    expect(screenshot).toMatch(/-[A-Za-z0-9_-]{22}\.webp$/);
    expect(files()).toEqual([screenshot]);
    expect(opened).toEqual([monitor.target]);
  });

  it('are taken when the state changes, and else every hour', async () => {
    await record(testNow);
    expect((await record(testNow + minute)).screenshot).toBeNull();
    expect((await record(testNow + 2 * minute, false)).screenshot).not.toBeNull();
    const down = { ...monitor, is_up: 0 as const };
    expect((await record(testNow + 3 * minute, false, down)).screenshot).toBeNull();
    expect((await record(testNow + 62 * minute, false, down)).screenshot).not.toBeNull();
  });

  it('are taken after a trigger', async () => {
    await record(testNow);
    const recorded = await store(testNow + minute, true, monitor);
    screenshots.afterTriggered(recorded);
    expect((await rowOf(recorded.check_id)).screenshot).not.toBeNull();
  });

  it('come with every browser check, without loading the page again', async () => {
    const inBrowser = await makeMonitor(test.db, { check_mode: 'browser' });
    const target = { url: inBrowser.target, metadata_tag: null, metadata_value: null, check_mode: 'browser' } as const;
    for (const at of [testNow, testNow + minute]) {
      await screenshots.runBrowserProbe({ kind: 'URL', ...target }, 10, new AbortController().signal);
      expect((await record(at, true, inBrowser)).screenshot).not.toBeNull();
    }
    expect(opened).toEqual([]);
  });

  it('are of pages, not of network monitors', async () => {
    const ping = await makeMonitor(test.db, { kind: 'ICMP_PING' });
    expect((await record(testNow, true, ping)).screenshot).toBeNull();
    expect(opened).toEqual([]);
  });

  it('are not taken for a request that a browser would not send', async () => {
    const options = JSON.stringify({ request: { method: 'POST' } });
    const posted = await makeMonitor(test.db, { is_up: 1, options });
    expect((await record(testNow, true, posted)).screenshot).toBeNull();
    screenshots.afterTriggered(await store(testNow, true, posted));
    await screenshots.settled();
    expect(opened).toEqual([]);
  });

  it('are kept for the newest 20 of each URL, on disk and on the checks', async () => {
    const other = await makeMonitor(test.db, { is_up: 1 });
    const { screenshot: kept } = await record(testNow, true, other);
    for (let hour = 0; hour < limits.screenshotsPerUrl + 2; hour++) await record(testNow + hour * 60 * minute);
    const rows = await test.db
      .selectFrom('checks')
      .selectAll()
      .where('monitor_id', '=', monitor.id)
      .orderBy('id')
      .execute();
    expect(rows.slice(0, 2).map(({ screenshot }) => screenshot)).toEqual([null, null]);
    expect(files().sort()).toEqual([kept, ...rows.flatMap(({ screenshot }) => screenshot ?? [])].sort());
    expect(files()).toHaveLength(limits.screenshotsPerUrl + 1);
  });

  it('are counted and not taken anew after a restart', async () => {
    await record(testNow);
    await screenshots.stop();
    screenshots = create();
    expect((await record(testNow + minute)).screenshot).toBeNull();
    for (let hour = 1; hour <= limits.screenshotsPerUrl; hour++) await record(testNow + hour * 60 * minute);
    expect(files()).toHaveLength(limits.screenshotsPerUrl);
  });

  it('go with their checks and monitors', async () => {
    const { screenshot } = await record(testNow);
    await screenshots.removeFiles([screenshot ?? '', '../upvigil.sqlite']);
    expect(files()).toEqual([]);
    expect(readdirSync(test.folder).length).toBeGreaterThan(0);
    const recorded = await store(testNow + 2 * 60 * minute, true, monitor);
    await test.db.deleteFrom('stored_monitors').where('id', '=', monitor.id).execute();
    screenshots.afterRecorded([recorded]);
    await screenshots.settled();
    expect(files()).toEqual([]);
  });

  it('are tried again after an hour, not after every check, where there is nothing to see', async () => {
    picture = null;
    await record(testNow);
    await record(testNow + minute);
    await record(testNow + 60 * minute);
    expect(opened).toHaveLength(2);
    expect(files()).toEqual([]);
  });

  it('that are due are dropped before a restore, including the one in progress', async () => {
    let show: (image: Buffer) => void = () => undefined;
    const slow = new Promise<Buffer>((resolve) => {
      show = resolve;
    });
    screenshots = create({ browser: { ...browser, screenshot: () => slow } });
    screenshots.afterRecorded([await store(testNow, true, monitor)]);
    screenshots.afterRecorded([await store(testNow, true, await makeMonitor(test.db))]);
    await screenshots.drop();
    show(testImage);
    await screenshots.settled();
    expect(files()).toEqual([]);
  });

  it('never fail a check', async () => {
    const warnings: string[] = [];
    screenshots = create({
      browser: { ...browser, screenshot: () => Promise.reject(new Error('disk full')) },
      log: { warn: (_fields, message) => void warnings.push(message) },
    });
    await record(testNow);
    expect(warnings).toEqual(['a screenshot could not be kept']);
  });

  it('are served by their name, cached without end and for this browser only', async () => {
    const { screenshot } = await record(testNow);
    const { handle, ...answer } = await openScreenshot(test.folder, screenshot ?? '');
    await handle.close();
    expect(answer).toEqual({
      fileName: null,
      contentType: 'image/webp',
      size: testImage.length,
      cacheControl: 'private, max-age=31536000, immutable',
      etag: null,
    });
    await expect(openScreenshot(test.folder, `${'a'.repeat(22)}.webp`)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

it('routine screenshots let the browser pause; an urgent one ends the pause', async () => {
  screenshots = create({ restFactor: 1e6 });
  const [second, third] = [await makeMonitor(test.db), await makeMonitor(test.db, { is_up: 1 })];
  const routine = [await store(testNow, true, monitor), await store(testNow, true, second)];
  screenshots.afterRecorded(routine);
  await expect.poll(() => opened.length).toBe(1);
  screenshots.afterTriggered(await store(testNow, true, third));
  await expect.poll(() => opened.length).toBe(3);
});
