import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { readScreenshot } from '../../checks/screenshots/screenshot-files.ts';
import type { Database, Storage } from '../../storage/database.ts';
import {
  archiveLimits,
  endMark,
  fileHeader,
  formatName,
  formatVersion,
  type Manifest,
  type ManifestTable,
  manifestFile,
  padding,
  screenshotsFolder,
} from './archive/archive.ts';
import { type BackupColumn, type BackupTable, parts } from './archive/parts.ts';
import { finishFile, unfinishedPath } from './backup-files.ts';
import { type LeftOut, leaveOut, readBeingDeleted } from './being-deleted.ts';
import { installationKeys } from './installation-keys.ts';
import { createNewestNames, type NewestNames } from './newest-names.ts';
import { readPages } from './table-rows.ts';

const gzipMember = promisify(gzip);
/** The fastest level saves nearly as much space as the slower ones. */
const gzipLevel = 1;

interface CreateBackupOptions {
  storage: Storage;
  dataDir: string;
  productVersion: string;
  /** The path of the finished archive, which gets mode 0600. */
  file: string;
  /** Milliseconds since the epoch; also the file's modification time. */
  created: number;
  /** Aborted when nobody waits for the backup any more. Written files are then removed. */
  signal: AbortSignal;
}

/** The screenshots as a temporary file of one gzip member. */
interface WrittenImages {
  member: string;
  files: number;
  sha256: string;
}

/** A table as a temporary file of one gzip member, with its entry for the manifest. */
interface WrittenTable extends ManifestTable {
  member: string;
  /** Bytes before compression. */
  size: number;
}

/**
 * Writes all data into one archive while checks continue: tables are read from one snapshot, a page at a time. An
 * archive is a sequence of gzip members (RFC 1952, section 2.2). So each table is compressed once, and the manifest,
 * which is complete last, still comes first.
 */
export async function createBackup(options: CreateBackupOptions): Promise<void> {
  const work = await unfinishedPath(options.dataDir);
  await mkdir(work, { mode: 0o700 });
  try {
    const screenshotNames = createNewestNames();
    const written = await writeParts(options, work, screenshotNames);
    const images = await writeScreenshots(options, work, screenshotNames.sorted());
    const archive = path.join(work, 'archive');
    await pipeline(joinMembers(options, written, images), createWriteStream(archive, { mode: 0o600 }), options);
    const created = new Date(options.created);
    await utimes(archive, created, created);
    await syncFile(archive);
    await finishFile(archive, options.file);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function writeParts(
  { storage, signal }: CreateBackupOptions,
  work: string,
  screenshotNames: NewestNames,
): Promise<WrittenTable[]> {
  const snapshot = await storage.openSnapshot();
  try {
    const written: WrittenTable[] = [];
    const leftOut = await readBeingDeleted(snapshot.db);
    for (const part of parts) {
      const pages = readKept(snapshot.db, part, leftOut);
      const rows = part.table === 'checks' ? screenshotNames.collect(part, pages) : pages;
      written.push(await writePart(path.join(work, part.table), part, rows, signal));
    }
    return written;
  } finally {
    await snapshot.close();
  }
}

async function* readKept(db: Database, part: BackupTable, leftOut: LeftOut): AsyncGenerator<BackupColumn[][]> {
  for await (const page of readPages(db, part)) yield leaveOut(leftOut, part, page);
}

async function writePart(
  member: string,
  part: BackupTable,
  pages: AsyncIterable<BackupColumn[][]>,
  signal: AbortSignal,
): Promise<WrittenTable> {
  const hash = createHash('sha256');
  let rows = 0;
  let size = 0;
  async function* content(): AsyncGenerator<Buffer> {
    for await (const page of pages) {
      const kept = part.table === 'settings' ? page.filter(([key]) => !installationKeys.has(key)) : page;
      const chunk = Buffer.from(kept.map((row) => toLine(part, row)).join(''));
      hash.update(chunk);
      rows += kept.length;
      size += chunk.length;
      yield chunk;
    }
    yield padding(size);
  }
  await writeMember(member, content(), signal);
  const { table, file, columns } = part;
  return { table, file, columns: [...columns], rows, sha256: hash.digest('hex'), member, size };
}

function toLine(part: BackupTable, row: BackupColumn[]): string {
  for (const place of part.blobs) {
    const blob = row[place];
    if (blob instanceof Uint8Array) row[place] = Buffer.from(blob).toString('base64');
  }
  return `${JSON.stringify(row)}\n`;
}

/** Writes all screenshots with their headers, sorted by name. Leaves out those deleted in the meantime. */
async function writeScreenshots(options: CreateBackupOptions, work: string, names: string[]): Promise<WrittenImages> {
  const hash = createHash('sha256');
  let files = 0;
  async function* content(): AsyncGenerator<Buffer> {
    for (const name of names) {
      const image = await readScreenshot(options.dataDir, name);
      if (!image || image.length > archiveLimits.screenshotBytes) continue;
      hash.update(`${name}\n`).update(image);
      files++;
      yield fileHeader(screenshotsFolder + name, image.length, options.created);
      yield image;
      yield padding(image.length);
    }
  }
  const member = path.join(work, 'screenshots');
  await writeMember(member, content(), options.signal);
  return { member, files, sha256: hash.digest('hex') };
}

async function writeMember(file: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  await pipeline(content, createGzip({ level: gzipLevel }), createWriteStream(file, { mode: 0o600 }), { signal });
}

async function* joinMembers(
  options: CreateBackupOptions,
  written: readonly WrittenTable[],
  images: WrittenImages,
): AsyncGenerator<Buffer> {
  const manifest = Buffer.from(JSON.stringify(manifestOf(options, written, images), null, 2));
  const header = fileHeader(manifestFile, manifest.length, options.created);
  yield await gzipMember(Buffer.concat([header, manifest, padding(manifest.length)]));
  for (const part of written) {
    yield await gzipMember(fileHeader(part.file, part.size, options.created));
    yield* createReadStream(part.member);
  }
  yield* createReadStream(images.member);
  yield await gzipMember(endMark);
}

function manifestOf(
  options: CreateBackupOptions,
  written: readonly WrittenTable[],
  { files, sha256 }: WrittenImages,
): Manifest {
  return {
    format: formatName,
    format_version: formatVersion,
    product_version: options.productVersion,
    created: new Date(options.created).toISOString(),
    parts: written.map(({ member: _member, size: _size, ...part }) => part),
    screenshots: { files, sha256 },
  };
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
