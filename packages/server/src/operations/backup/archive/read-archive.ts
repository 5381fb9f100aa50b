import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { foreignText } from '@upvigil/core/format/foreign-text';
import { limits } from '@upvigil/core/limits';
import {
  archiveLimits,
  formatVersion,
  InvalidBackupError,
  isScreenshotName,
  type Manifest,
  type ManifestTable,
  manifestFile,
  manifestHead,
  manifestSchema,
  readHeader,
  screenshotsFolder,
  type TarEntry,
  tarBlockBytes,
} from './archive.ts';
import { readLines } from './archive-lines.ts';
import { type ArchivedTable, openArchivedTable, partsOf } from './archived-table.ts';
import { type ByteSource, createByteSource } from './byte-source.ts';
import type { BackupTable } from './parts.ts';

const gunzipChunkBytes = 128 * 1024;

/** Receives the content of an archive. Each call is awaited before more is read. */
export interface ArchiveReader {
  /** Lines of a table in order; `firstLine` counts from 1. `table` converts a line to a row. */
  lines(part: BackupTable, lines: readonly string[], firstLine: number, table: ArchivedTable): Promise<void>;
  screenshot(name: string, content: Buffer): Promise<void>;
}

type Entry = Pick<TarEntry, 'name' | 'size'>;

/**
 * Reads an archive from start to end and checks its format: order, names, sizes, row counts and checksums. Does not
 * check the values of rows.
 * @throws InvalidBackupError with the reason in one sentence when it is no archive of this format
 */
export const readArchive = (file: string, reader: ArchiveReader): Promise<Manifest> =>
  withSource(file, async (source) => {
    const manifest = await readManifest(source);
    for (const part of partsOf(manifest.format_version)) await readPart(source, part, manifest, reader);
    await readScreenshots(source, manifest, reader);
    await readEnd(source);
    return manifest;
  });

/**
 * Reads the table of contents at the start of an archive; the rest may be damaged.
 * @throws InvalidBackupError with the reason in one sentence
 */
export const readContents = (file: string): Promise<Manifest> => withSource(file, readManifest);

async function withSource(file: string, read: (source: ByteSource) => Promise<Manifest>): Promise<Manifest> {
  const input = createReadStream(file);
  const gunzip = createGunzip({ chunkSize: gunzipChunkBytes });
  // An error of either stream is thrown where the chunks are awaited.
  pipeline(input, gunzip, () => undefined);
  try {
    return await read(createByteSource(gunzip[Symbol.asyncIterator]()));
  } catch (error) {
    throw asInvalidBackup(error);
  } finally {
    gunzip.destroy();
    input.destroy();
  }
}

async function readManifest(source: ByteSource): Promise<Manifest> {
  const entry = await readExpectedEntry(source, manifestFile);
  if (entry.size > archiveLimits.manifestBytes) throw new InvalidBackupError(`${manifestFile} is too large`);
  const content = parseJson((await readContent(source, entry.size)).toString('utf8'));
  const head = manifestHead.safeParse(content);
  if (!head.success) throw new InvalidBackupError(`${manifestFile} is not that of an Upvigil backup`);
  if (head.data.format_version > formatVersion) {
    throw new InvalidBackupError(
      `The backup has format version ${head.data.format_version}, this program knows up to ${formatVersion}: restore it with the newer program that made it`,
    );
  }
  const manifest = manifestSchema.safeParse(content);
  if (manifest.success) return checkParts(manifest.data);
  const issue = manifest.error.issues[0];
  throw new InvalidBackupError(`${manifestFile} is not valid at ${issue?.path.join('.')}: ${issue?.message}`);
}

function checkParts(manifest: Manifest): Manifest {
  const expected = partsOf(manifest.format_version);
  for (const part of expected) {
    const listed = manifest.parts.find(({ table }) => table === part.table);
    if (!listed) throw new InvalidBackupError(`The part ${part.file} is missing`);
    openArchivedTable(part, listed, manifest.format_version);
  }
  if (manifest.parts.length > expected.length) throw new InvalidBackupError(`${manifestFile} lists unknown parts`);
  const monitors = listedPart(manifest, 'monitors').rows;
  if (manifest.screenshots.files > monitors * limits.screenshotsPerUrl) {
    throw new InvalidBackupError(`${manifestFile} lists more screenshots than ${monitors} monitors can have`);
  }
  return manifest;
}

function listedPart(manifest: Manifest, table: BackupTable['table']): ManifestTable {
  const listed = manifest.parts.find((part) => part.table === table);
  if (!listed) throw new InvalidBackupError(`The part ${table} is missing`);
  return listed;
}

async function readPart(
  source: ByteSource,
  part: BackupTable,
  manifest: Manifest,
  reader: ArchiveReader,
): Promise<void> {
  const listed = listedPart(manifest, part.table);
  const table = openArchivedTable(part, listed, manifest.format_version);
  const entry = await readExpectedEntry(source, part.file);
  const hash = createHash('sha256');
  let rows = 0;
  for await (const lines of readLines(hashed(source.take(entry.size), hash))) {
    if (rows + lines.length > listed.rows) throw wrongCount(part, listed);
    await reader.lines(part, lines, rows + 1, table);
    rows += lines.length;
  }
  if (rows !== listed.rows) throw wrongCount(part, listed);
  if (hash.digest('hex') !== listed.sha256) throw new InvalidBackupError(`The checksum of ${part.file} is wrong`);
  await source.read(paddingBytes(entry.size));
}

const wrongCount = (part: BackupTable, listed: ManifestTable): InvalidBackupError =>
  new InvalidBackupError(`${part.file} does not have the ${listed.rows} rows that ${manifestFile} lists`);

async function readScreenshots(source: ByteSource, manifest: Manifest, reader: ArchiveReader): Promise<void> {
  const { files, sha256 } = manifest.screenshots;
  const hash = createHash('sha256');
  let last = '';
  for (let file = 0; file < files; file++) {
    const entry = await readEntry(source, 'a screenshot');
    if (!entry) throw new InvalidBackupError(`The archive ends after ${file} of ${files} screenshots`);
    const name = screenshotOf(entry);
    if (name <= last) throw new InvalidBackupError(`The screenshot ${name} is not in its place`);
    const content = await readContent(source, entry.size);
    if (!isWebp(content)) throw new InvalidBackupError(`The screenshot ${name} is not a WebP image`);
    hash.update(`${name}\n`).update(content);
    await reader.screenshot(name, content);
    last = name;
  }
  if (hash.digest('hex') !== sha256) throw new InvalidBackupError('The checksum of the screenshots is wrong');
}

function screenshotOf(entry: Entry): string {
  const name = entry.name.slice(screenshotsFolder.length);
  if (!entry.name.startsWith(screenshotsFolder) || !isScreenshotName(name))
    throw unexpected(entry.name, 'a screenshot');
  if (entry.size > archiveLimits.screenshotBytes) throw new InvalidBackupError(`The screenshot ${name} is too large`);
  return name;
}

const isWebp = (content: Buffer): boolean =>
  content.subarray(0, 4).toString('latin1') === 'RIFF' && content.subarray(8, 12).toString('latin1') === 'WEBP';

/** Checks that the end mark follows, and only a few zeros after it. */
async function readEnd(source: ByteSource): Promise<void> {
  if (await readEntry(source, 'the end')) throw new InvalidBackupError('The archive holds more than a backup');
  let bytes = 0;
  for (let chunk = await source.next(); chunk; chunk = await source.next()) {
    bytes += chunk.length;
    if (bytes > archiveLimits.trailingBytes || chunk.some((byte) => byte !== 0)) {
      throw new InvalidBackupError('The archive continues after its end');
    }
  }
  if (bytes < tarBlockBytes) throw new InvalidBackupError('The archive is truncated');
}

/** The next file, or null at the end mark. Accepts plain files with relative names only. */
async function readEntry(source: ByteSource, expected: string): Promise<Entry | null> {
  const block = await source.read(tarBlockBytes);
  if (!block) throw new InvalidBackupError(`The archive is truncated: ${expected} is missing`);
  const header = readHeader(block);
  if (header === 'end') return null;
  if (header === 'damaged') throw new InvalidBackupError('This is not a tar archive');
  const { name, size, type } = header;
  if (type !== 'File' && type !== 'OldFile') {
    throw new InvalidBackupError(`"${foreignText(name)}" is of type ${type}; a backup holds plain files only`);
  }
  if (name.startsWith('/') || name.includes('\\') || name.split('/').includes('..')) {
    throw new InvalidBackupError(`"${foreignText(name)}" lies outside the archive`);
  }
  return { name, size };
}

/** The next file, which must have the expected name. */
async function readExpectedEntry(source: ByteSource, expected: string): Promise<Entry> {
  const entry = await readEntry(source, expected);
  if (!entry) throw new InvalidBackupError(`The archive ends before ${expected}`);
  if (entry.name !== expected) throw unexpected(entry.name, expected);
  return entry;
}

const unexpected = (name: string, expected: string): InvalidBackupError =>
  new InvalidBackupError(`The archive holds "${foreignText(name)}" in place of ${expected}`);

async function readContent(source: ByteSource, size: number): Promise<Buffer> {
  const content = (await source.read(size + paddingBytes(size))) ?? Buffer.alloc(0);
  return content.subarray(0, size);
}

const paddingBytes = (size: number): number => (tarBlockBytes - (size % tarBlockBytes)) % tarBlockBytes;

async function* hashed(chunks: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Describes zlib errors; passes others on unchanged. */
function asInvalidBackup(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return new InvalidBackupError('The archive is truncated', { cause: error });
  if (code === 'Z_DATA_ERROR') return new InvalidBackupError('The archive is damaged, or not gzip', { cause: error });
  return error;
}
