import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rowChunks } from '../../../storage/row-chunks.ts';
import { makeMonitor, testNow } from '../../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { createBackup } from '../create-backup.ts';
import { linesOf, pack, unpack, withLines, withManifest } from '../testing/archive-maker.ts';
import { formatVersion } from './archive.ts';
import { parts } from './parts.ts';
import { type ArchiveReader, readArchive } from './read-archive.ts';

let test: TestStorage;
let file: string;
beforeEach(async () => {
  test = await openTestStorage();
  file = path.join(test.folder, 'archive.tar.gz');
});
afterEach(() => test.close());

const write = () =>
  createBackup({
    storage: test.storage,
    dataDir: test.folder,
    productVersion: '1.2.3',
    file,
    created: testNow,
    signal: new AbortController().signal,
  });

/** The arguments of each `lines` call: the part, the number of its first line, the number of lines. */
async function read() {
  const given: [part: string, firstLine: number, lines: number][] = [];
  let isBusy = false;
  const reader: ArchiveReader = {
    async lines({ table }, lines, firstLine) {
      expect(isBusy).toBe(false);
      isBusy = true;
      await new Promise(setImmediate);
      isBusy = false;
      given.push([table, firstLine, lines.length]);
    },
    screenshot: async (name) => void given.push([name, 0, 0]),
  };
  return { manifest: await readArchive(file, reader), given };
}

describe('an archive', () => {
  it('gives all lines of each part in order, numbered from 1, and waits for its reader', async () => {
    const monitor = await makeMonitor(test.db);
    const checks = Array.from({ length: 3000 }, (_, at) => ({
      monitor_id: monitor.id,
      checked_at: at,
      is_up: 1 as const,
    }));
    for (const rows of rowChunks(checks)) await test.db.insertInto('checks').values(rows).execute();
    await write();
    const { manifest, given } = await read();
    expect(manifest).toMatchObject({ product_version: '1.2.3', created: new Date(testNow).toISOString() });
    const tables = [...new Set(given.map(([table]) => table))];
    expect(tables).toEqual(parts.map(({ table }) => table).filter((table) => tables.includes(table)));
    let next = 1;
    const ofChecks = given.filter(([table]) => table === 'checks');
    expect(ofChecks.length).toBeGreaterThan(1);
    for (const [, firstLine, lines] of ofChecks) {
      expect(firstLine).toBe(next);
      next += lines;
    }
    expect(next).toBe(3001);
  });

  it('of an empty installation has all parts, and no line', async () => {
    await write();
    const { manifest, given } = await read();
    expect([manifest.parts.length, manifest.screenshots.files, given]).toEqual([parts.length, 0, []]);
  });

  it('is refused by a program older than its format', async () => {
    await write();
    pack(
      file,
      withManifest(unpack(file), (manifest) => ({ ...manifest, format_version: formatVersion + 1 })),
    );
    await expect(read()).rejects.toThrow(`this program knows up to ${formatVersion}`);
  });

  it('has its parts in their order, with the lines that its manifest lists', async () => {
    await makeMonitor(test.db);
    await write();
    const entries = unpack(file);
    const [manifest, first, second, ...others] = entries;
    if (!manifest || !first || !second) throw new Error('the archive is empty');
    pack(file, [manifest, second, first, ...others]);
    await expect(read()).rejects.toThrow(`The archive holds "${second.path}" in place of ${first.path}`);
    const doubled = linesOf(entries, 'websites').flatMap((line) => [line, line]);
    const changed = withLines(entries, 'websites', doubled);
    pack(file, [manifest, ...changed.slice(1)]);
    await expect(read()).rejects.toThrow('does not have the 1 rows');
  });
});
