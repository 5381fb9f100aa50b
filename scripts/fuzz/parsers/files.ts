import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { apiPrefix } from '@upvigil/core/api-prefix';
import { defaultNotificationSettings, notificationSettingsSchema } from '@upvigil/core/contract/settings';
import { RequestError } from '@upvigil/core/errors';
import { onePixel } from '@upvigil/core/testing/fake-state';
import { InvalidBackupError } from '@upvigil/server/backup/archive/archive';
import { parts } from '@upvigil/server/backup/archive/parts';
import { type ArchiveEntry, linesOf, pack, unpack, withLines } from '@upvigil/server/backup/testing/archive-maker';
import { verifyBackup } from '@upvigil/server/backup/verify-backup';
import { decodeRecentChecks, isEncodedRecentChecks } from '@upvigil/server/domain/recent-checks';
import { createMetadataSearch } from '@upvigil/server/probing/metadata-search';
import { isSketch, sketchPercentile } from '@upvigil/server/results/rollups/latency-sketch';
import { encodeLogo } from '@upvigil/server/settings/logo';
import { parseStored } from '@upvigil/server/settings/stored-settings';
import { startTestApp } from '@upvigil/server/testing/test-app';
import fc from 'fast-check';
import { bytesLike, hostileText, textLike } from '../hostile.ts';
import { hostileJson, jsonFor } from '../hostile-json.ts';
import { defineParser, type FuzzedParser, mustHold, type OpenParser } from '../parser.ts';

const frozen = fileURLToPath(new URL('../../../fixtures/0.1.0/backup.tar.gz', import.meta.url));
const frozenBytes = readFileSync(frozen);
const entries = unpack(frozen);
const tables = parts.map(({ table }) => table).filter((table) => linesOf(entries, table).length > 0);

/** Writes each archive to one file of its own, and reads it as `backup verify` does. */
function openVerifier<Input>(write: (file: string, input: Input) => Promise<void>): OpenParser<Input> {
  const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-fuzz-'));
  const file = path.join(folder, 'archive.tar.gz');
  return {
    async parse(input) {
      await write(file, input);
      try {
        await verifyBackup(file);
      } catch (error) {
        if (!(error instanceof InvalidBackupError)) throw error;
      }
    },
    async close() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One value of one row of one table, changed; the checksums are right. */
const changedRows = fc.record({
  table: fc.constantFrom(...tables),
  row: fc.nat(200),
  column: fc.nat(30),
  json: fc.oneof({ weight: 4, arbitrary: hostileJson }, { weight: 1, arbitrary: hostileText }),
});
type ChangedRow = { table: (typeof tables)[number]; row: number; column: number; json: string };

function withChangedRow({ table, row, column, json }: ChangedRow): ArchiveEntry[] {
  const lines = linesOf(entries, table);
  const at = row % Math.max(1, lines.length);
  const values = JSON.parse(lines[at] ?? '[]') as unknown[];
  const texts = values.map((value) => JSON.stringify(value));
  texts[column % Math.max(1, texts.length)] = json.replaceAll('\n', ' ');
  return withLines(
    entries,
    table,
    lines.map((line, index) => (index === at ? `[${texts.join(',')}]` : line)),
  );
}

const archiveFile = 'packages/server/src/backup/archive/read-archive.ts';
const archiveParsers: readonly FuzzedParser[] = [
  defineParser<Buffer>({
    ...{ name: 'archive, bytes of the file', file: archiveFile, shortRuns: 60 },
    inputs: bytesLike(frozenBytes),
    open: () => openVerifier((file, bytes) => writeFile(file, bytes)),
  }),
  defineParser<Buffer>({
    ...{ name: 'archive, bytes within', file: archiveFile, shortRuns: 60 },
    inputs: bytesLike(gunzipSync(frozenBytes)),
    open: () => openVerifier((file, bytes) => writeFile(file, gzipSync(bytes, { level: 1 }))),
  }),
  defineParser<ChangedRow>({
    ...{
      name: 'archive, one value of a row',
      file: 'packages/server/src/backup/archive/row-checker.ts',
      shortRuns: 60,
    },
    inputs: changedRows,
    open: () => openVerifier(async (file, changed) => pack(file, withChangedRow(changed))),
  }),
  defineParser<ChangedRow>({
    ...{ name: 'archive, restored and shown', file: 'packages/server/src/backup/restore-backup.ts', shortRuns: 12 },
    boundMs: 10_000,
    inputs: changedRows,
    open: openRestorer,
  }),
];

const shownPaths = [
  ...['/status', '/history.atom', '/api/v2/summary.json', '/badge/1/uptime.svg', '/metrics', '/api/websites/'],
  ...['/api/dashboard/stats', '/api/alerts/', '/api/settings/notifications', '/api/branding/'],
];

/** The whole program: what is restored must break no page, and what is not must be refused with words. */
async function openRestorer(): Promise<OpenParser<ChangedRow>> {
  const app = await startTestApp();
  const headers = { authorization: `Bearer ${app.token}` };
  const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-fuzz-'));
  const file = path.join(folder, 'archive.tar.gz');
  return {
    async parse(changed) {
      pack(file, withChangedRow(changed));
      const form = new FormData();
      form.append('file', new Blob([await readFile(file)]), 'archive.tar.gz');
      const request = new Request('http://127.0.0.1/', { method: 'POST', body: form });
      const answer = await app.inject({
        ...{ method: 'POST', url: `${apiPrefix}/backup/restore` },
        headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      mustHold(answer.statusCode < 500, `a restore is done or refused, and not ${answer.statusCode} ${answer.body}`);
      for (const url of shownPaths) {
        const { statusCode } = await app.inject({ method: 'GET', url, headers });
        mustHold(statusCode < 500, `${url} is shown after it, and not ${statusCode}`);
      }
    },
    async close() {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const meta =
  '<!DOCTYPE html><html><head><title>a</title><meta name="wanted" content="b&amp;"><!-- x --></head><body itemprop=a>';
const metadata = defineParser({
  name: 'HTML metadata search',
  file: 'packages/server/src/probing/metadata-search.ts',
  inputs: fc.record({
    page: bytesLike(
      Buffer.from(meta),
      Buffer.from(meta, 'utf16le'),
      Buffer.from('<svg><style><meta name=wanted></svg>'),
    ),
    tag: textLike('wanted', 'og:title'),
    value: fc.oneof(fc.constant(''), textLike('b&')),
    charset: textLike('utf-8', 'utf-16', 'shift_jis', 'x-user-defined'),
    repeated: fc.constantFrom(1, 1, 1, 200),
  }),
  open: () => ({
    parse({ page, tag, value, charset, repeated }) {
      const search = createMetadataSearch(tag, value === '' ? null : value, charset);
      for (let part = 0; part < repeated; part++) {
        search.add(page);
        while (search.isStepDue) search.step();
      }
      search.finish();
    },
  }),
});

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">';
const pictures = [
  Buffer.from(onePixel, 'base64'),
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  Buffer.from(`${svg}<script>alert(1)</script><rect width="9" height="9" fill="red"/></svg>`),
  Buffer.from(`${svg}<image xlink:href="file:///etc/passwd" width="9" height="9"/><use xlink:href="#a" id="a"/></svg>`),
  Buffer.from(
    `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${svg}<text>&b;&b;</text></svg>`,
  ),
];
const logo = defineParser<Buffer>({
  name: 'brand logo',
  file: 'packages/server/src/settings/logo.ts',
  inputs: bytesLike(...pictures),
  // It draws the picture, and tries several encodings.
  boundMs: 10_000,
  open: () => ({
    async parse(bytes) {
      try {
        const { base64 } = await encodeLogo(bytes);
        mustHold(Buffer.from(base64, 'base64').toString('latin1', 8, 12) === 'WEBP', 'only WebP is stored');
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
      }
    },
  }),
});

const recent = defineParser({
  name: 'stored recent checks',
  file: 'packages/server/src/domain/recent-checks.ts',
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
  file: 'packages/server/src/results/rollups/latency-sketch.ts',
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
  file: 'packages/server/src/settings/stored-settings.ts',
  inputs: jsonFor(notificationSettingsSchema),
  open: () => ({
    parse(text) {
      if (isJson(text)) parseStored(notificationSettingsSchema, text, defaultNotificationSettings);
    },
  }),
});

/** The column holds JSON: a row that does not is refused by a restore. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Archives, pages, pictures, and what a restore may have brought into the database. */
export const fileParsers: readonly FuzzedParser[] = [...archiveParsers, metadata, logo, recent, sketch, stored];
