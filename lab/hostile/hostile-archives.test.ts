import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newScreenshotName, writeScreenshot } from '../../packages/server/src/checks/screenshots/screenshot-files.ts';
import { endMark, formatVersion } from '../../packages/server/src/operations/backup/archive/archive.ts';
import type { Backups } from '../../packages/server/src/operations/backup/backups.ts';
import { allRows } from '../../packages/server/src/operations/backup/testing/all-rows.ts';
import {
  type ArchiveEntry,
  linesOf,
  pack,
  packEntry,
  unpack,
  withLines,
  withManifest,
} from '../../packages/server/src/operations/backup/testing/archive-maker.ts';
import { testBackups } from '../../packages/server/src/operations/backup/testing/test-backups.ts';
import { testImage } from '../../packages/server/src/operations/backup/testing/test-image.ts';
import { makeAlert, makeCheck, makeMonitor, testNow } from '../../packages/server/src/testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../packages/server/src/testing/test-storage.ts';

const mebibyte = 1024 * 1024;

let test: TestStorage;
let backups: Backups;
let folder: string;
let file: string;
let sound: string;
let entries: ArchiveEntry[];

beforeAll(async () => {
  test = await openTestStorage();
  folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-hostile-'));
  file = path.join(folder, 'hostile.tar.gz');
  const monitor = await makeMonitor(test.db);
  const screenshot = newScreenshotName(monitor.id, testNow);
  await writeScreenshot(test.folder, screenshot, testImage);
  for (let check = 0; check < 50; check++) await makeCheck(test.db, { monitor_id: monitor.id, screenshot });
  await makeAlert(test.db, monitor);
  backups = testBackups(test);
  const { name } = await backups.create(null);
  sound = (await backups.find(name)).file;
  entries = unpack(sound);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Restores the file, and expects a quick refusal with that reason, in little memory and without a change of data. */
async function expectRefusal(reason: RegExp): Promise<void> {
  const before = await allRows(test.db);
  const screenshots = readdirSync(path.join(test.folder, 'screenshots'));
  const memory = process.memoryUsage.rss();
  let highest = memory;
  const sampler = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 5);
  const started = performance.now();
  const upload = Readable.from([readFileSync(file)]);
  await expect(backups.restore(upload)).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringMatching(reason),
  });
  clearInterval(sampler);
  expect(performance.now() - started).toBeLessThan(5000);
  expect(highest - memory).toBeLessThan(64 * mebibyte);
  expect(await allRows(test.db)).toEqual(before);
  expect(readdirSync(path.join(test.folder, 'screenshots'))).toEqual(screenshots);
  expect((await backups.list()).map(({ name }) => name)).toEqual([path.basename(sound)]);
}

const inPlaceOfEnd = (entry: ArchiveEntry): void => pack(file, [...entries, entry]);
const first = (entry: ArchiveEntry): void => pack(file, [entry, ...entries]);
const small = Buffer.from('content');

/** Writes a gzip file of many repeated pieces. Each is compressed once and is a separate member, which gzip permits. */
function writeRepeated(head: Buffer, piece: Buffer, times: number): void {
  const packed = gzipSync(piece);
  writeFileSync(file, Buffer.concat([gzipSync(head), ...Array<Buffer>(times).fill(packed)]));
}

describe('an archive is refused with its reason, and leaves data as it was, when', () => {
  it('it is truncated', async () => {
    const bytes = readFileSync(sound);
    for (const part of [0.2, 0.7, 0.99]) {
      writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * part)));
      await expectRefusal(/truncated/);
    }
  });

  it('only its end mark is missing', async () => {
    const tar = gunzipSync(readFileSync(sound));
    writeFileSync(file, gzipSync(tar.subarray(0, -endMark.length)));
    await expectRefusal(/truncated/);
  });

  it('it is empty', async () => {
    writeFileSync(file, '');
    await expectRefusal(/truncated/);
  });

  it('it is not gzip', async () => {
    writeFileSync(file, 'this is a letter');
    await expectRefusal(/not gzip/);
  });

  it('it is gzip of something else', async () => {
    writeFileSync(file, gzipSync(Buffer.alloc(10_000, 'letter')));
    await expectRefusal(/not a tar archive/);
  });

  it('a number of a header is none', async () => {
    const tar = gunzipSync(readFileSync(sound));
    const timeModified = 136;
    tar[timeModified] = 0x90;
    writeFileSync(file, gzipSync(tar));
    await expectRefusal(/not a tar archive/);
  });

  it('one bit of its data flipped, wherever that is', async () => {
    const bytes = readFileSync(sound);
    const content = gunzipSync(bytes);
    for (let place = 0; place < bytes.length; place += 61) {
      const flipped = Buffer.from(bytes);
      flipped[place] = (flipped[place] ?? 0) ^ 0x10;
      if (isSameContent(flipped, content)) continue;
      writeFileSync(file, flipped);
      await expectRefusal(/damaged|truncated|checksum|not valid|tar archive|not gzip|not that of/);
    }
  });

  /**
   * Whether the gzip file still has the same content: no checksum covers a header's time or the padding bits of a byte
   * (RFC 1951, 1952).
   */
  function isSameContent(bytes: Buffer, content: Buffer): boolean {
    try {
      return gunzipSync(bytes).equals(content);
    } catch {
      return false;
    }
  }

  it('a checksum is wrong', async () => {
    const [line = '', ...others] = linesOf(entries, 'alerts');
    const changed = withLines(entries, 'alerts', [line.replace('HTTP 503', 'HTTP 500'), ...others]);
    const manifest = entries[0] ?? { path: '', content: small };
    pack(file, [manifest, ...changed.slice(1)]);
    await expectRefusal(/checksum of tables\/alerts\.ndjson is wrong/);
  });

  it('the checksum of the screenshots is wrong', async () => {
    const changed = entries.map((entry) =>
      entry.path.startsWith('screenshots/') ? { ...entry, content: Buffer.concat([entry.content, small]) } : entry,
    );
    pack(file, changed);
    await expectRefusal(/checksum of the screenshots is wrong/);
  });

  it('a part is missing from the archive, or from the manifest too', async () => {
    const without = entries.filter((entry) => entry.path !== 'tables/alerts.ndjson');
    pack(file, without);
    await expectRefusal(/"tables\/deliveries\.ndjson" in place of tables\/alerts\.ndjson/);
    pack(
      file,
      withManifest(without, (manifest) => ({
        ...manifest,
        parts: manifest.parts.filter(({ table }) => table !== 'alerts'),
      })),
    );
    await expectRefusal(/part tables\/alerts\.ndjson is missing/);
  });

  it('a part has fewer or more rows than the manifest says', async () => {
    for (const rows of [49, 51]) {
      const manifest = withManifest(entries, (given) => ({
        ...given,
        parts: given.parts.map((part) => (part.table === 'checks' ? { ...part, rows } : part)),
      }));
      pack(file, manifest);
      await expectRefusal(new RegExp(`does not have the ${rows} rows`));
    }
  });

  it('it was made by a newer version', async () => {
    pack(
      file,
      withManifest(entries, (manifest) => ({ ...manifest, format_version: formatVersion + 1, parts: [] })),
    );
    await expectRefusal(new RegExp(`format version ${formatVersion + 1}, this program knows up to ${formatVersion}`));
  });

  it('it is the backup of another program', async () => {
    pack(file, [{ path: 'manifest.json', content: Buffer.from('{"format":"other","format_version":1}') }]);
    await expectRefusal(/not that of an Upvigil backup/);
  });

  it('a path leads outside', async () => {
    first({ path: '../../outside', content: small });
    await expectRefusal(/"\.\.\/\.\.\/outside" lies outside the archive/);
    inPlaceOfEnd({ path: 'screenshots/../../outside.webp', content: small });
    await expectRefusal(/lies outside the archive/);
  });

  it('a path is absolute', async () => {
    first({ path: '/etc/cron.d/outside', content: small });
    await expectRefusal(/lies outside the archive/);
  });

  it('it holds more than a backup', async () => {
    inPlaceOfEnd({ path: 'more.txt', content: small });
    await expectRefusal(/holds more than a backup/);
  });

  const foreignTypes = ['SymbolicLink', 'Link', 'CharacterDevice', 'BlockDevice', 'FIFO', 'Directory'] as const;
  it.each(foreignTypes)('it holds a %s', async (type) => {
    const linkpath = type.endsWith('Link') ? '/etc/passwd' : '';
    for (const name of ['manifest.json', 'screenshots/x']) {
      first({ path: name, content: Buffer.alloc(0), type, linkpath });
      await expectRefusal(new RegExp(`is of type ${type}`));
    }
  });

  it('10 GB of zeros come out of 10 MB', async () => {
    const size = 10 * 1024 * mebibyte;
    const path = 'tables/checks.ndjson';
    const beforeChecks = entries
      .slice(
        0,
        entries.findIndex((entry) => entry.path === path),
      )
      .map(packEntry);
    const header = packEntry({ path, content: Buffer.alloc(0), size });
    writeRepeated(Buffer.concat([...beforeChecks, header]), Buffer.alloc(mebibyte), 10 * 1024);
    expect(statSync(file).size).toBeGreaterThan(5 * mebibyte);
    await expectRefusal(/longer than/);
    // The same after the end mark, where parsers may not look.
    writeRepeated(Buffer.concat([...entries.map(packEntry), endMark]), Buffer.alloc(mebibyte), 10 * 1024);
    await expectRefusal(/continues after its end/);
    // The same as a manifest.
    writeRepeated(packEntry({ path: 'manifest.json', content: Buffer.alloc(0), size }), Buffer.alloc(mebibyte), 64);
    await expectRefusal(/manifest\.json is too large/);
  });

  it('it has a million entries', async () => {
    const entry = packEntry({ path: `screenshots/${'a'.repeat(22)}.webp`, content: Buffer.alloc(0) });
    writeRepeated(Buffer.concat(entries.slice(0, -1).map(packEntry)), Buffer.concat(Array(1000).fill(entry)), 1000);
    await expectRefusal(/screenshot/);
    const honest = withManifest(entries, (manifest) => ({
      ...manifest,
      screenshots: { ...manifest.screenshots, files: 1_000_000 },
    }));
    writeRepeated(Buffer.concat(honest.slice(0, -1).map(packEntry)), Buffer.concat(Array(1000).fill(entry)), 1000);
    await expectRefusal(/more screenshots than 1 monitors can have/);
  });

  it('a line has 100 MB', async () => {
    const line = `"${'a'.repeat(100 * mebibyte)}"`;
    pack(file, withLines(entries, 'settings', [line]));
    await expectRefusal(/longer than 1048576 bytes/);
  });

  it('a screenshot is not a picture', async () => {
    const changed = entries.map((entry) =>
      entry.path.startsWith('screenshots/') ? { ...entry, content: Buffer.from('<script>alert(1)</script>') } : entry,
    );
    pack(file, changed);
    await expectRefusal(/is not a WebP image/);
  });

  const wrongRows: ReadonlyArray<[string, string, RegExp]> = [
    ['is no JSON', 'letter', /line 1: not an array of 12 values/],
    ['is empty', '', /line 1: not an array of 12 values/],
    ['is an object', '{"id":1}', /line 1: not an array of 12 values/],
    ['has a value too few', '[1,1,0,1,null,null,null,null,null]', /line 1: not an array/],
    [
      'has a value too many',
      '[1,1,0,1,null,null,null,null,null,null,null,null,1]',
      /line 1: not an array of 12 values/,
    ],
    ['has text for a number', '["1",1,0,1,null,null,null,null,null,null,null,null]', /line 1: id:/],
    ['has a flag of 2', '[1,1,0,2,null,null,null,null,null,null,null,null]', /line 1: is_up: must be 0 or 1/],
    [
      'has a number that no database holds',
      '[1,1,1e300,1,null,null,null,null,null,null,null,null]',
      /line 1: checked_at:/,
    ],
    ['has a negative id', '[-1,1,0,1,null,null,null,null,null,null,null,null]', /line 1: id:/],
    [
      'has a NUL in text',
      '[1,1,0,1,null,null,null,null,"a\\u0000",null,null,null]',
      /line 1: error_message: holds a NUL/,
    ],
    ['nests very deeply', '['.repeat(100_000), /line 1: not an array/],
  ];
  it.each(wrongRows)('a row %s', async (_what, line, reason) => {
    pack(file, withLines(entries, 'checks', [line]));
    await expectRefusal(reason);
  });

  it('a row comes twice', async () => {
    const [line = ''] = linesOf(entries, 'checks');
    pack(file, withLines(entries, 'checks', [line, line]));
    await expectRefusal(/line 2: its key is not greater/);
    pack(file, withLines(entries, 'settings', ['["a","1"]', '["a","2"]']));
    await expectRefusal(/line 2: its key/);
  });

  it('a reference is broken', async () => {
    pack(file, withLines(entries, 'checks', ['[1,77,0,1,null,null,null,null,null,null,null,null]']));
    await expectRefusal(/line 1: monitor_id 77 refers to nothing in monitors/);
    pack(file, withLines(entries, 'websites', []));
    await expectRefusal(/website_id 1 refers to nothing in websites/);
  });

  it.each(['admin_password_hash', 'secret_key'])('it brings %s', async (key) => {
    pack(file, withLines(entries, 'settings', [`["${key}","\\"mine\\""]`]));
    await expectRefusal(/settings\.ndjson, line 1: key: belongs to the installation/);
  });
});

describe('an archive that other programs packed', () => {
  it('is fine in one gzip member, filled up to a record', async () => {
    writeFileSync(file, gzipSync(Buffer.concat([...entries.map(packEntry), endMark, Buffer.alloc(9 * 1024)])));
    const before = await allRows(test.db);
    await backups.restore(Readable.from([readFileSync(file)]));
    expect(await allRows(test.db)).toEqual(before);
  });
});
