import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { contract } from '@upvigil/core/contract/contract';
import type { Contract } from '@upvigil/core/contract/endpoint';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { InvalidBackupError, tarBlockBytes } from '@upvigil/server/operations/backup/archive/archive';
import { parts } from '@upvigil/server/operations/backup/archive/parts';
import {
  type ArchiveEntry,
  linesOf,
  pack,
  packEntry,
  unpack,
  withLines,
} from '@upvigil/server/operations/backup/testing/archive-maker';
import { verifyBackup } from '@upvigil/server/operations/backup/verify-backup';
import { packBundle, unpackBundle } from '@upvigil/server/operations/diagnostics/bundle/bundle-archive';
import fc from 'fast-check';
import { bytesLike, hostileText } from '../hostile.ts';
import { hostileJson } from '../hostile-json.ts';
import { defineParser, type FuzzedParser, mustHold, type OpenParser } from '../parser.ts';
import { frozenBackup, mustBeAnswered, openAnswering } from './program/answering.ts';

const frozenBytes = readFileSync(frozenBackup);
const entries = unpack(frozenBackup);
const tables = parts.map(({ table }) => table).filter((table) => linesOf(entries, table).length > 0);

/** Writes each archive to a file and reads it as `backup verify` does. */
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

/** Header numbers that are invalid, negative or larger than any file, in base 256 and octal. */
const numberForms = [
  ...['80ffffffffffffffffffffff', 'fffffffffffffffffffffe00', '900000000000000000000000'].map((hex) =>
    Buffer.from(hex, 'hex'),
  ),
  ...['77777777777\0', '-1234567890\0', '           \0', '0x1f'].map((text) => Buffer.from(text)),
];

/** One changed value of one row of one table; the checksums are correct. */
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

/** Changed bytes of one header in the archive, with a correct checksum. */
const changedHeaders = fc.record({
  entry: fc.nat(entries.length - 1),
  place: fc.oneof(fc.constantFrom(0, 100, 108, 124, 136, 156, 157, 257, 345), fc.nat(tarBlockBytes - 1)),
  bytes: fc
    .oneof(fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.constantFrom(...numberForms))
    .map((bytes) => Buffer.from(bytes)),
});
type ChangedHeader = { entry: number; place: number; bytes: Buffer };

function withChangedHeader({ entry, place, bytes }: ChangedHeader): Buffer {
  const blocks = entries.map(packEntry);
  const header = blocks[entry]?.subarray(0, tarBlockBytes) ?? Buffer.alloc(0);
  bytes.copy(header, place);
  writeChecksum(header);
  return Buffer.concat([...blocks, Buffer.alloc(2 * tarBlockBytes)]);
}

/** Position and size of the checksum in a tar header. The sum counts these bytes as spaces. */
const checksumField = { start: 148, length: 8 };

function writeChecksum(header: Buffer): void {
  const { start, length } = checksumField;
  header.fill(' ', start, start + length);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, start, 'latin1');
}

const archiveFile = 'packages/server/src/operations/backup/archive/read-archive.ts';
const backupParsers: readonly FuzzedParser[] = [
  defineParser<Buffer>({
    name: 'archive, bytes of the file',
    file: archiveFile,
    shortRuns: 60,
    inputs: bytesLike(frozenBytes),
    open: () => openVerifier((file, bytes) => writeFile(file, bytes)),
  }),
  defineParser<Buffer>({
    name: 'archive, bytes within',
    file: archiveFile,
    shortRuns: 60,
    inputs: bytesLike(gunzipSync(frozenBytes)),
    open: () => openVerifier((file, bytes) => writeFile(file, gzipSync(bytes, { level: 1 }))),
  }),
  defineParser<ChangedHeader>({
    name: 'archive, header of a file',
    file: 'packages/server/src/operations/backup/archive/archive.ts',
    shortRuns: 60,
    inputs: changedHeaders,
    open: () => openVerifier((file, changed) => writeFile(file, gzipSync(withChangedHeader(changed), { level: 1 }))),
  }),
  defineParser<ChangedRow>({
    name: 'archive, one value of a row',
    file: 'packages/server/src/operations/backup/archive/row-checker.ts',
    shortRuns: 60,
    inputs: changedRows,
    open: () => openVerifier(async (file, changed) => pack(file, withChangedRow(changed))),
  }),
  defineParser<ChangedRow>({
    name: 'archive, restored and shown',
    file: 'packages/server/src/operations/backup/restore-backup.ts',
    shortRuns: 5,
    boundMs: 10_000,
    inputs: changedRows,
    open: openRestorer,
  }),
];

/**
 * All JSON endpoints of the first website and monitor. Diagnostics are left out, because they contact other machines.
 */
const shownPaths = Object.entries(contract as Contract)
  .filter(([group]) => group !== 'diagnostics')
  .flatMap(([, endpoints]) => Object.values(endpoints))
  .filter(({ method, transport }) => method === 'GET' && transport === undefined)
  .map((endpoint) => apiPrefix + endpoint.path.replace(/:\w+/g, '1'));

/** The whole program: restored data must break no page, and a refusal must have a message. */
async function openRestorer(): Promise<OpenParser<ChangedRow>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'upvigil-fuzz-'));
  const file = path.join(folder, 'archive.tar.gz');
  const restoring = await openAnswering<ChangedRow>(async ({ inject, headers, showAnew }, changed) => {
    pack(file, withChangedRow(changed));
    const form = new FormData();
    form.append('file', new Blob([await readFile(file)]), 'archive.tar.gz');
    const request = new Request('http://127.0.0.1/', { method: 'POST', body: form });
    const answer = await inject({
      method: 'POST',
      url: `${apiPrefix}/backup/restore`,
      headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    mustBeAnswered(answer.statusCode, 'a restore');
    for (const url of shownPaths)
      mustBeAnswered((await inject({ method: 'GET', url, headers })).statusCode, `${url} after a restore`);
    await showAnew();
  });
  return {
    parse: restoring.parse,
    async close() {
      await restoring.close?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A support bundle from an untrusted server: it is listed or refused. */
const bundle = defineParser<Buffer>({
  name: 'support bundle',
  file: 'packages/server/src/operations/diagnostics/bundle/bundle-archive.ts',
  inputs: bytesLike(gunzipSync(await packBundle({ 'README.txt': 'read me', 'log.ndjson': '{}' }, 0))),
  open: () => ({
    parse: (bytes) =>
      unpackBundle(gzipSync(bytes, { level: 1 })).then(
        (files) =>
          mustHold(
            files.every(({ content }) => content.length <= bytes.length),
            'nothing is made up',
          ),
        // Every error is reported as 'The server did not send a support bundle'.
        () => undefined,
      ),
  }),
});

export const archiveParsers: readonly FuzzedParser[] = [...backupParsers, bundle];
