import { readdir, readFile } from 'node:fs/promises';
import { type Diagnostic, gradeAbove, graded, notRunning, skipped } from '../diagnostic.ts';
import { diagnosticThresholds } from '../thresholds.ts';

/** Open files and sockets of the server, compared with its limit. */
export const descriptors = {
  id: 'descriptors',
  title: 'File descriptors',
  async run({ process: own }) {
    if (own === null) return notRunning;
    const [open, most] = await Promise.all([countOpen(), readLimit()]).catch(() => [null, null]);
    if (open === null || most === null) return skipped('This system does not report it');
    const grade = gradeAbove(open / most, diagnosticThresholds.descriptorShare);
    return graded(
      grade,
      `${open} of ${most} are open`,
      'Raise the limit: LimitNOFILE of the systemd unit, or ulimit -n',
    );
  },
} as const satisfies Diagnostic;

const countOpen = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

/** Null when there is no limit. */
async function readLimit(): Promise<number | null> {
  const soft = /^Max open files\s+(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8'))?.[1];
  return soft === undefined ? null : Number(soft);
}
