import { screenshotName } from '@upvigil/core/contract/files';
import { Header } from 'tar/header';
import { z } from 'zod';
import { formatSteps } from './format-steps.ts';

/** Grows with each step, because an older program cannot read the new format. docs/backup-format.md lists them all. */
export const formatVersion = formatSteps.length + 1;
export const formatName = 'upvigil-backup';
export const manifestFile = 'manifest.json';
export const screenshotsFolder = 'screenshots/';

/** Real archives stay below these limits, so a hostile one is refused early and in little memory. */
export const archiveLimits = {
  manifestBytes: 64 * 1024,
  lineBytes: 1024 * 1024,
  screenshotBytes: 8 * 1024 * 1024,
  /** Zeros after the end mark: other tar programs pad the file to a multiple of 10 KiB. */
  trailingBytes: 64 * 1024,
  /** Rows of a table that others refer to: verifying keeps its ids in memory. */
  referencedRows: 4_000_000,
  /** Rows of the settings: verifying keeps their keys in memory. */
  namedRows: 10_000,
} as const;

export const tarBlockBytes = 512;
/** Two empty blocks end a tar file. */
export const endMark = Buffer.alloc(2 * tarBlockBytes);

/** An archive that cannot be restored. The message is one sentence with the reason. */
export class InvalidBackupError extends Error {
  override readonly name = 'InvalidBackupError';
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The start of an archive's first file in every format version. */
export const manifestHead = z.object({ format: z.literal(formatName), format_version: z.int().positive() });

export const manifestSchema = manifestHead.extend({
  product_version: z.string().max(100),
  created: z.iso.datetime(),
  parts: z
    .array(
      z.object({
        table: z.string(),
        file: z.string(),
        columns: z.array(z.string()),
        rows: z.int().nonnegative(),
        sha256,
      }),
    )
    .max(100),
  /** `sha256` covers the name, a line feed and the content of each file, sorted by name. */
  screenshots: z.object({ files: z.int().nonnegative(), sha256 }),
});
export type Manifest = z.output<typeof manifestSchema>;
export type ManifestTable = Manifest['parts'][number];

/**
 * The header block of a plain file. `size` in bytes, `modified` in milliseconds since the epoch.
 * @throws Error when the name is too long for a tar header
 */
export function fileHeader(path: string, size: number, modified: number): Buffer {
  const block = Buffer.alloc(tarBlockBytes);
  const header = new Header({ path, size, mode: 0o600, uid: 0, gid: 0, mtime: new Date(modified), type: 'File' });
  if (header.encode(block, 0)) throw new Error(`The name ${path} does not fit a tar header`);
  return block;
}

/** The tar header block of the file that follows. */
export interface TarEntry {
  name: string;
  /** Bytes. */
  size: number;
  type: Header['type'];
}

/** Reads a header block: a file follows, the archive ends, or the header is invalid. */
export function readHeader(block: Buffer): TarEntry | 'end' | 'damaged' {
  try {
    const { nullBlock, cksumValid, path: name = '', size, type } = new Header(block);
    if (nullBlock) return 'end';
    return cksumValid && size !== undefined ? { name, size, type } : 'damaged';
  } catch {
    // A numeric field is invalid.
    return 'damaged';
  }
}

/** The zeros that fill the last block of a file of `size` bytes. */
export const padding = (size: number): Buffer => Buffer.alloc((tarBlockBytes - (size % tarBlockBytes)) % tarBlockBytes);

export const isScreenshotName = (name: string): boolean => screenshotName.safeParse(name).success;
