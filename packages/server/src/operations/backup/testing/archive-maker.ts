import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Header, type HeaderData } from 'tar/header';
import { endMark, type Manifest, manifestFile, padding, tarBlockBytes } from '../archive/archive.ts';
import type { BackupTableName } from '../archive/parts.ts';

/** One entry of a tar file, of any type; `size` may differ from the content. */
export interface ArchiveEntry {
  path: string;
  content: Buffer;
  type?: HeaderData['type'];
  linkpath?: string;
  size?: number;
}

/** The entries of an archive, to be changed and packed again. */
export function unpack(file: string): ArchiveEntry[] {
  const tar = gunzipSync(readFileSync(file));
  const entries: ArchiveEntry[] = [];
  for (let at = 0; ; ) {
    const header = new Header(tar, at);
    if (header.nullBlock) return entries;
    const size = header.size ?? 0;
    const start = at + tarBlockBytes;
    entries.push({ path: header.path ?? '', content: tar.subarray(start, start + size) });
    at = start + size + padding(size).length;
  }
}

export const packEntry = ({ path, content, type = 'File', linkpath, size = content.length }: ArchiveEntry): Buffer => {
  const block = Buffer.alloc(tarBlockBytes);
  const header = new Header({ path, size, mode: 0o600, mtime: new Date(0), type, ...(linkpath ? { linkpath } : {}) });
  header.encode(block, 0);
  return Buffer.concat([block, content, padding(content.length)]);
};

export function pack(file: string, entries: readonly ArchiveEntry[]): void {
  writeFileSync(file, gzipSync(Buffer.concat([...entries.map(packEntry), endMark])));
}

/** The entries with other lines in one table, and a matching manifest. */
export function withLines(
  entries: readonly ArchiveEntry[],
  table: BackupTableName,
  lines: readonly string[],
): ArchiveEntry[] {
  const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const changed = withManifest(entries, (manifest) => ({
    ...manifest,
    parts: manifest.parts.map((part) => (part.table === table ? { ...part, rows: lines.length, sha256 } : part)),
  }));
  return changed.map((entry) => (entry.path === `tables/${table}.ndjson` ? { ...entry, content } : entry));
}

export function withManifest(
  entries: readonly ArchiveEntry[],
  change: (manifest: Manifest) => Manifest,
): ArchiveEntry[] {
  return entries.map((entry) => {
    if (entry.path !== manifestFile) return entry;
    const manifest = JSON.parse(entry.content.toString()) as Manifest;
    return { ...entry, content: Buffer.from(JSON.stringify(change(manifest))) };
  });
}

export function linesOf(entries: readonly ArchiveEntry[], table: BackupTableName): string[] {
  const entry = entries.find(({ path }) => path === `tables/${table}.ndjson`);
  return (entry?.content.toString() ?? '').split('\n').slice(0, -1);
}
