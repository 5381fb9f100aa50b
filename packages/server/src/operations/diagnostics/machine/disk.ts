import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { formatBytes } from '@upvigil/core/format/bytes';
import { noticeRemedies } from '@upvigil/core/texts/alerts';
import { type Diagnostic, type Finding, fail, gradeBelow, graded } from '../diagnostic.ts';
import { diagnosticThresholds } from '../thresholds.ts';

const remedy = noticeRemedies.disk_low;

/** The disk of the data folder. */
export const disk = {
  id: 'disk',
  title: 'Disk space',
  run: ({ config }) => examineDisk(config.dataDir),
} as const satisfies Diagnostic;

export async function examineDisk(folder: string): Promise<Finding> {
  try {
    const { bsize, blocks, bavail, bfree } = await statfs(path.resolve(folder));
    // Some space may be reserved for root.
    return diskFinding(bsize * (process.getuid?.() === 0 ? bfree : bavail), bsize * blocks);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail(`The data folder cannot be read (${code})`, 'Check DATA_DIR and its permissions');
  }
}

const gibibyte = 1024 ** 3;
const inWords = (bytes: number): string =>
  bytes < gibibyte ? formatBytes(bytes) : `${(bytes / gibibyte).toFixed(1)} GB`;

/** `free` and `all` in bytes. */
export function diskFinding(free: number, all: number): Finding {
  const { freeBytes, freeShare } = diagnosticThresholds;
  const byBytes = gradeBelow(free, freeBytes);
  const share = all === 0 ? 0 : free / all;
  const grade = byBytes === 'ok' ? gradeBelow(share, freeShare) : byBytes;
  return graded(grade, `${inWords(free)} free, ${Math.floor(share * 100)} % of the disk`, remedy);
}
