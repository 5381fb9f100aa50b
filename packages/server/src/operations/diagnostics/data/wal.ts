import { stat } from 'node:fs/promises';
import { formatBytes } from '@upvigil/core/format/bytes';
import { type Diagnostic, gradeAbove, graded, skipped } from '../diagnostic.ts';
import { diagnosticThresholds } from '../thresholds.ts';

/** SQLite's write-ahead log, which grows while something prevents a checkpoint. */
export const writeAheadLog = {
  id: 'wal',
  title: 'Write-ahead log',
  async run({ storage: { file } }) {
    if (file === null) return skipped('There is no SQLite file');
    const bytes = await stat(`${file}-wal`).then(
      ({ size }) => size,
      () => 0,
    );
    const grade = gradeAbove(bytes, diagnosticThresholds.walBytes);
    return graded(
      grade,
      formatBytes(bytes),
      'Stop external programs that read the database file, or restart the server',
    );
  },
} as const satisfies Diagnostic;
