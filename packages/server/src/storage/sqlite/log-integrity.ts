import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The write-ahead log as SQLite writes it (sqlite.org/fileformat2.html, section 4). Sizes and places in bytes. */
const headerSize = 32;
const frameHeaderSize = 24;
const place = { pageSize: 8, salts: 16, checksum: 24, pagesAfterCommit: 4, frameSalts: 8 };
/** The first number of a log; its last bit says in which order the bytes of checksums stand. */
const magic = 0x377f0682;
/**
 * A commit is on the disk before the next one begins. So one that was broken off by a power failure may follow what can
 * be read, and two cannot.
 */
const mostBrokenOff = 1;

/**
 * Whether a write-ahead log holds commits that SQLite passes over, because something before them was damaged: it ends at
 * the first frame that is wrong, and says nothing. `readable`: the frames that it takes. Returns what is wrong, or null.
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

/** Counts commits of this log behind what can be read, until there are more than may be. Older ones have other salts. */
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

/** Whether the first number is that of a log, and the checksum that of what stands before it. */
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
