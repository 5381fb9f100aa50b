import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Backup } from '@upvigil/core/contract/backup';
import { defaults } from '@upvigil/core/defaults';
import { backupMessages } from '@upvigil/core/texts/backup';
import { Suspense } from 'react';
import { api } from '../../api/api.ts';
import * as queries from '../../api/queries.ts';
import { Button } from '../../components/basics/button.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { countOf } from '../../components/lists/count-of.ts';
import { LoadState } from '../../components/states/load-state.tsx';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { BackupsTable } from './backups-table.tsx';
import { CreateBackup } from './create-backup.tsx';
import { RestoreBackup } from './restore-backup.tsx';

const DailyBackup = lazyPart(async () => ({ default: (await import('./daily-backup.tsx')).DailyBackup }));
const OverdueOffer = lazyPart(async () => ({ default: (await import('./overdue-offer.tsx')).OverdueOffer }));

export function BackupPage() {
  const query = useQuery(queries.backups());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead title="Backup & Restore" actions={<CleanupButton backups={query.data} />} />
      <div className="grid gap-4 md:grid-cols-2">
        <CreateBackup />
        <RestoreBackup />
      </div>
      <section className="card grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2>Existing Backups</h2>
        <LoadState query={query} title="Could not load backups">
          <Spinner />
        </LoadState>
        {query.data ? <BackupsTable backups={query.data} /> : null}
        <Suspense>{query.data ? <OverdueOffer /> : null}</Suspense>
      </section>
      <Suspense>{query.data ? <DailyBackup /> : null}</Suspense>
    </div>
  );
}

function CleanupButton({ backups }: { backups: readonly Backup[] | undefined }) {
  const queryClient = useQueryClient();
  const { confirm, notify } = useDialogs();
  const surplus = Math.max(0, (backups?.length ?? 0) - defaults.keepBackups);
  const cleanUp = async () => {
    const isDone = await confirm({
      title: 'Cleanup old backups?',
      body: backupMessages.confirmCleanup(defaults.keepBackups),
      ...(backups ? { note: `This deletes ${countOf(surplus, 'older backup')}.` } : {}),
      confirmLabel: 'Cleanup',
      pendingLabel: 'Cleaning up...',
      isDanger: true,
      run: async () => (await api()).backup.cleanup({ query: { keep_count: defaults.keepBackups } }),
      failure: backupMessages.cleanupFailed,
    });
    if (!isDone) return;
    notify(backupMessages.cleanedUp);
    await queryClient.invalidateQueries({ queryKey: queries.backups().queryKey });
  };
  return <Button onClick={() => void cleanUp()}>Cleanup Old Backups</Button>;
}
