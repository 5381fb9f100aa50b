import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Format of SQLite's write-ahead log (sqlite.org/fileformat2.html, section 4). Sizes and offsets in bytes. */
const headerSize = 32;
const frameHeaderSize = 24;
const place = { pageSize: 8, salts: 16, checksum: 24, pagesAfterCommit: 4, frameSalts: 8 };
/** The first number of a log. Its last bit gives the byte order of the checksums. */
const magic = 0x377f0682;
/**
 * A commit is on the disk before the next one begins, so a power failure can leave at most one incomplete commit after
 * the readable part.
 */
const mostBrokenOff = 1;

/**
 * Whether a log has commits that SQLite silently ignores because a frame before them is damaged: it stops at the first
 * invalid frame. `readable`: number of frames that SQLite reads. Returns the problem, or null.
 */
export function findLogDamage(file: string, readable: number): string | null {
  const log = openLog(file);
  if (log === null) return null;
  try {
    if (log.size <= headerSize) return null;
    const header = log.read(0, headerSize);
    if (!isHeader(header)) return 'the header of its write-ahead log is damaged';
    const lost = countCommits(log, header, readable);
    return lost > mostBrokenOff ? 'its write-ahead log is damaged, and commits in it cannot be read' : null;
  } finally {
    log.close();
  }
}

function openLog(file: string) {
  let opened: number;
  try {
    opened = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return {
    size: fstatSync(opened).size,
    read(from: number, length: number): Buffer {
      const bytes = Buffer.alloc(length);
      readSync(opened, bytes, 0, length, from);
      return bytes;
    },
    close: () => closeSync(opened),
  };
}

/** Counts commits of this log after the readable part, up to one more than allowed. Older commits have other salts. */
function countCommits(
  { size, read }: Pick<NonNullable<ReturnType<typeof openLog>>, 'size' | 'read'>,
  header: Buffer,
  readable: number,
): number {
  const salts = header.subarray(place.salts, place.checksum);
  const frameSize = frameHeaderSize + header.readUInt32BE(place.pageSize);
  let commits = 0;
  for (let at = headerSize + readable * frameSize; at + frameSize <= size; at += frameSize) {
    const frame = read(at, frameHeaderSize);
    const isOfThisLog = frame.subarray(place.frameSalts, place.frameSalts + salts.length).equals(salts);
    if (isOfThisLog && frame.readUInt32BE(place.pagesAfterCommit) > 0) commits += 1;
    if (commits > mostBrokenOff) break;
  }
  return commits;
}

/** Whether the magic number and the checksum of the header are valid. */
function isHeader(header: Buffer): boolean {
  const first = header.readUInt32BE(0);
  if ((first & ~1) >>> 0 !== magic) return false;
  const numberAt = (at: number): number => ((first & 1) === 1 ? header.readUInt32BE(at) : header.readUInt32LE(at));
  let [one, other] = [0, 0];
  for (let at = 0; at < place.checksum; at += 8) {
    one = (one + numberAt(at) + other) >>> 0;
    other = (other + numberAt(at + 4) + one) >>> 0;
  }
  return header.readUInt32BE(place.checksum) === one && header.readUInt32BE(place.checksum + 4) === other;
}
