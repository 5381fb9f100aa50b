import { readdir, readFile } from 'node:fs/promises';
import { type Diagnostic, type Finding, gradeAbove, graded, notRunning, skipped } from '../diagnostic.ts';
import { diagnosticThresholds } from '../thresholds.ts';

/** Open files and sockets of the server, compared with its limit. */
export const descriptors = {
  id: 'descriptors',
  title: 'File descriptors',
  async run({ process: own }) {
    if (own === null) return notRunning;
    const [open, most] = await Promise.all([countOpen(), readLimit()]).catch(() => [null, null]);
    if (open === null || most === null) return skipped('This system does not report it');
    return descriptorFinding(open, most);
  },
} as const satisfies Diagnostic;

export const descriptorFinding = (open: number, most: number): Finding =>
  graded(
    gradeAbove(open / most, diagnosticThresholds.descriptorShare),
    `${open} of ${most} are open`,
    'Raise the limit: LimitNOFILE of the systemd unit, or ulimit -n',
  );

const countOpen = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

/** Null when there is no limit. */
async function readLimit(): Promise<number | null> {
  const soft = /^Max open files\s+(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8'))?.[1];
  return soft === undefined ? null : Number(soft);
}
