import { useQuery } from '@tanstack/react-query';
import type { Website } from '@upvigil/core/contract/websites';
import { Suspense } from 'react';
import { lazyPart } from '../../../../reachability/lazy-part.tsx';
import { matchingIds } from '../monitors-query.ts';
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
function Maintenance({ request: { target }, onClose }: Omit<BulkPanelProps, 'websites'>) {
  const { data: ids } = useQuery({
    queryKey: ['bulk-preview', 'ids', target],
    queryFn: async () => ('ids' in target ? target.ids : await matchingIds(target.filter)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!ids) return null;
  return (
    <Suspense fallback={null}>
      <StartDialog websiteId={null} monitorIds={ids} onClose={() => onClose(true)} />
    </Suspense>
  );
}
