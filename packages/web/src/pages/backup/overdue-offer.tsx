import { useQuery, useQueryClient } from '@tanstack/react-query';
import { defaults } from '@upvigil/core/defaults';
import { settingsMessages } from '@upvigil/core/texts/settings';
import { useState } from 'react';
import { generalSettings } from '../../alerting/queries.ts';
import { api } from '../../api/api.ts';
import { Button } from '../../components/basics/button.tsx';
import { useDialogs } from '../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../failures.ts';

/** Whether overdue backups send a notification, and a button that enables it. */
export function OverdueOffer() {
  const queryClient = useQueryClient();
  const { alert } = useDialogs();
  const { data } = useQuery(generalSettings());
  const [isBusy, setBusy] = useState(false);
  if (!data) return null;
  const accept = async () => {
    setBusy(true);
    try {
      const body = { backup_overdue_hours: defaults.offeredBackupOverdueHours };
      queryClient.setQueryData(generalSettings().queryKey, await (await api()).settings.updateGeneral({ body }));
    } catch (error) {
      await alert(detailOr(error, settingsMessages.saveFailed));
    }
    setBusy(false);
  };
  const hours = data.backup_overdue_hours;
  if (hours > 0) {
    return (
      <p role="status" className="text-(--muted)">
        {settingsMessages.backupOn(hours)} <a href="/settings?tab=general">General</a>
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-(--muted)">{settingsMessages.backupOff}</p>
      <Button pending={isBusy} onClick={() => void accept()}>
        {settingsMessages.backupOffer}
      </Button>
    </div>
  );
}
