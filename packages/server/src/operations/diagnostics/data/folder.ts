import { noticeRemedies } from '@upvigil/core/texts/alerts';
import { readFolderId } from '../../sharing/folder-id.ts';
import { readProcessFolders } from '../../sharing/process-folders.ts';
import { type Diagnostic, type DiagnosticTools, type Finding, ok, skipped, warn, withStorage } from '../diagnostic.ts';

const remedy = noticeRemedies.folder_apart;

/** Whether all processes on one PostgreSQL use the same data folder. */
export const folder = {
  id: 'folder',
  title: 'Shared data folder',
  run: (tools) => examineFolder(tools),
} as const satisfies Diagnostic;

export const examineFolder = (tools: Pick<DiagnosticTools, 'config' | 'storage'>): Promise<Finding> =>
  withStorage(tools, async ({ dialect, db }) => {
    if (dialect === 'sqlite') return skipped('Only processes on one PostgreSQL share it');
    const own = readFolderId(tools.config.dataDir);
    if (own === null) return warn('DATA_DIR cannot be written, so sharing cannot be verified', 'Check its permissions');
    const folders = await readProcessFolders(db);
    const apart = folders.filter((id) => id !== own).length;
    if (apart === 0)
      return ok(folders.length > 1 ? `All ${folders.length} processes use this folder` : 'No other process uses it');
    const who = `${apart} of ${folders.length} processes ${apart === 1 ? 'has' : 'have'} another`;
    return warn(`${who}: backups and screenshots made there are not found here`, remedy);
  });
