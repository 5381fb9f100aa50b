import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { formatHostPort } from '@upvigil/core/format/host-port';
import { networkStateBadge } from '@upvigil/core/status/network-state';
import { useState } from 'react';
import { Badge } from '../../../components/basics/badge.tsx';
import type { Column } from '../../../components/lists/data-table.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { UptimeFigure } from '../../../components/uptime/uptime-figure.tsx';
import type { NetworkActions } from './use-network-actions.ts';

interface RowHandlers {
  actions: NetworkActions;
  onStats: (monitor: NetworkMonitor) => void;
  onEdit: (monitor: NetworkMonitor) => void;
}

/** The columns of the table of network monitors. */
export const networkColumns = (handlers: RowHandlers): readonly Column<NetworkMonitor>[] => [
  { id: 'name', header: 'Name', sorts: ['name', 'name-down'], cell: (monitor) => <MonitorName monitor={monitor} /> },
  {
    id: 'status',
    header: 'Status',
    unlabelled: true,
    cell: (monitor) => {
      const { label, tone } = networkStateBadge(monitor);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  { id: 'type', header: 'Type', cell: (monitor) => monitor.monitor_type },
  { id: 'host', header: 'Host', cell: ({ host, port }) => <code>{formatHostPort(host, port)}</code> },
  { id: 'interval', header: 'Interval', align: 'end', cell: (monitor) => `${monitor.check_interval}s` },
  {
    id: 'uptime',
    header: 'Uptime',
    align: 'end',
    sorts: ['uptime', 'uptime-down'],
    cell: (monitor) => <UptimeFigure percent={monitor.uptime_24h} />,
  },
  {
    id: 'response',
    header: 'Response',
    align: 'end',
    sorts: ['response', 'response-down'],
    cell: ({ monitor_type, last_check }) => <Elapsed seconds={last_check?.response_time} kind={monitor_type} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    unlabelled: true,
    cell: (monitor) => <RowActions monitor={monitor} {...handlers} />,
  },
];

function MonitorName({ monitor }: { monitor: NetworkMonitor }) {
  const { name, description, is_up, last_check } = monitor;
  return (
    <span className="grid gap-0.5">
      {name}
      {description ? <span className="font-normal text-xs text-(--muted)">{description}</span> : null}
      {is_up === false && last_check?.error_message ? (
        <span className="font-normal text-xs text-(--down-fg)">{last_check.error_message}</span>
      ) : null}
    </span>
  );
}

function RowActions({ monitor, actions, onStats, onEdit }: RowHandlers & { monitor: NetworkMonitor }) {
  const [isChecking, setIsChecking] = useState(false);
  const { name } = monitor;
  const check = async () => {
    setIsChecking(true);
    await actions.check(monitor);
    setIsChecking(false);
  };
  return (
    <span className="flex flex-wrap gap-1">
      <RowButton label={`Stats of ${name}`} text="Stats" onClick={() => onStats(monitor)} />
      <RowButton label={`Check ${name}`} text="Check" isBusy={isChecking} onClick={() => void check()} />
      <RowButton label={`Edit ${name}`} text="Edit" onClick={() => onEdit(monitor)} />
      <RowButton label={`Delete ${name}`} text="Delete" onClick={() => void actions.remove(monitor)} />
    </span>
  );
}

interface RowButtonProps {
  label: string;
  text: string;
  isBusy?: boolean;
  onClick: () => void;
}

/** One element without an icon, because tables have hundreds of rows. */
const RowButton = ({ label, text, isBusy = false, onClick }: RowButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-busy={isBusy || undefined}
    className="min-h-8 cursor-pointer rounded-md border border-(--control) bg-(--surface) px-2.5 text-xs font-medium hover:bg-(--hover) aria-busy:cursor-progress aria-busy:text-(--muted) max-md:min-h-11 max-md:px-3 pointer-coarse:min-h-11"
    onClick={isBusy ? undefined : onClick}
  >
    {text}
  </button>
);
