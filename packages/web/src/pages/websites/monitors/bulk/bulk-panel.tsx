import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Website } from '@upvigil/core/contract/websites';
import { Suspense, useEffect } from 'react';
import { useDialogs } from '../../../../components/dialogs/dialogs.tsx';
import { failureText } from '../../../../failures.ts';
import { storeMonitorNames } from '../../../../monitors/use-target-names.ts';
import { lazyPart } from '../../../../reachability/lazy-part.tsx';
import { matchingMonitors } from '../monitors-query.ts';
import type { BulkRequest } from '../use-selection.ts';
import { ChangePanel } from './change-panel.tsx';

const StartDialog = lazyPart(async () => ({
  default: (await import('../../../../alerting/maintenance/start-dialog.tsx')).StartDialog,
}));

interface BulkPanelProps {
  request: BulkRequest;
  websites: readonly Website[];
  onClose: (isDone?: boolean) => void;
}

/** Shows what an action changes before it acts. */
export function BulkPanel({ request, websites, onClose }: BulkPanelProps) {
  const { action } = request;
  if (action === 'maintenance') return <Maintenance request={request} onClose={onClose} />;
  return <ChangePanel action={action} request={request} websites={websites} onClose={onClose} />;
}

/** The dialog that starts maintenance, with the selected monitors. */
function Maintenance({ request: { target, monitors }, onClose }: Omit<BulkPanelProps, 'websites'>) {
  const { alert } = useDialogs();
  const queryClient = useQueryClient();
  const { data: ids, error } = useQuery({
    queryKey: ['bulk-preview', 'ids', target],
    queryFn: async () => {
      const found = 'ids' in target ? monitors : await matchingMonitors(target.filter);
      storeMonitorNames(queryClient, found);
      return found.map(({ id }) => id);
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    if (error) void alert(failureText(error)).then(() => onClose());
  }, [error, alert, onClose]);
  if (!ids) return null;
  return (
    <Suspense fallback={null}>
      <StartDialog websiteId={null} monitorIds={ids} onClose={() => onClose(true)} />
    </Suspense>
  );
}
