import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultNotificationSettings, notificationSettingsSchema } from '@upvigil/core/contract/settings';
import { isSketch, sketchPercentile } from '@upvigil/server/base/domain/latency-sketch';
import { decodeRecentChecks, isEncodedRecentChecks } from '@upvigil/server/base/domain/recent-checks';
import { readOpenNotices } from '@upvigil/server/operations/diagnostics/notices/notice-file';
import { readFolderId } from '@upvigil/server/operations/sharing/folder-id';
import { parseStored } from '@upvigil/server/storage/settings/stored-settings';
import { FolderInUseError, lockFolder } from '@upvigil/server/storage/sqlite/folder-lock';
import { bytesLike, textLike } from '../hostile.ts';
import { jsonFor } from '../hostile-json.ts';
import { defineParser, type FuzzedParser, mustHold } from '../parser.ts';

const recent = defineParser({
  name: 'stored recent checks',
  file: 'packages/server/src/base/domain/recent-checks.ts',
  inputs: textLike('!!!', '~~~', '!"#$%&'),
  shortRuns: 1000,
  open: () => ({
    parse(text) {
      if (!isEncodedRecentChecks(text)) return;
      const times = decodeRecentChecks(text).map(({ ms }) => ms);
      mustHold(
        times.every((ms) => ms === null || ms >= 0),
        'milliseconds are not negative',
      );
    },
  }),
});

const sketch = defineParser<Buffer>({
  name: 'stored latency sketch',
  file: 'packages/server/src/base/domain/latency-sketch.ts',
  inputs: bytesLike(Buffer.from([1, 2, 3, 4]), Buffer.from([0x81, 1, 1, 1])),
  shortRuns: 1000,
  open: () => ({
    parse(bytes) {
      if (!isSketch(bytes)) return;
      const found = sketchPercentile(bytes, 95);
      mustHold(found === null || Number.isFinite(found), 'a percentile is a number');
    },
  }),
});

const stored = defineParser({
  name: 'stored settings',
  file: 'packages/server/src/storage/settings/stored-settings.ts',
  inputs: jsonFor(notificationSettingsSchema),
  open: () => ({
    parse(text) {
      if (isJson(text)) parseStored(notificationSettingsSchema, text, defaultNotificationSettings);
    },
  }),
});

/** The column holds JSON: a restore refuses a row with other content. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Files in the data folder from another version, or incomplete ones. */
const folderFiles = defineParser<Buffer>({
  name: 'files of the data folder',
  file: 'packages/server/src/operations/diagnostics/notices/notice-file.ts',
  inputs: bytesLike(
    ...['{"outboxStuck":1}', '{"pid":4711,"host":"monitor-1"}', '0123456789abcdef\n'].map((text) => Buffer.from(text)),
  ),
  open: () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-fuzz-'));
    const unlock = lockFolder(folder);
    return {
      parse(bytes) {
        for (const name of ['notices.json', 'folder-id', 'upvigil.lock.json'])
          writeFileSync(path.join(folder, name), bytes);
        const open = Object.values(readOpenNotices(folder));
        mustHold(
          open.every((since) => Number.isInteger(since)),
          'a notice is open since a moment',
        );
        mustHold(/^[0-9a-f]{16}$/.test(readFolderId(folder) ?? '0'.repeat(16)), 'an id is 16 hexadecimal digits');
        unlessInUse(folder);
      },
      async close() {
        unlock();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
});

function unlessInUse(folder: string): void {
  try {
    lockFolder(folder)();
    mustHold(false, 'a folder that is in use cannot be locked');
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
  }
}

/** Values that a restore, another version or another process may have stored. */
export const storedParsers: readonly FuzzedParser[] = [recent, sketch, stored, folderFiles];
