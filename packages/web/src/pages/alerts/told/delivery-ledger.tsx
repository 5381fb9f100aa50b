import { channelNames } from '@upvigil/core/channel-kinds/names';
import type { Alert, Delivery } from '@upvigil/core/contract/alerts';
import { memo, useState } from 'react';
import { Badge } from '../../../components/basics/badge.tsx';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { deliveryTone } from './alert-deliveries.ts';

/** The deliveries of an alert, each with its state and reason. Rendered only while it is open. */
export const DeliveryLedger = memo(function DeliveryLedger({ alert }: { alert: Alert }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-xs text-(--muted) hover:text-(--text) pointer-coarse:py-3">
        Why and why not<span className="sr-only">: deliveries of alert {alert.id}</span>
      </summary>
      {isOpen ? <Ledger alert={alert} /> : null}
    </details>
  );
});

function Ledger({ alert }: { alert: Alert }) {
  if (alert.deliveries.length === 0) return <p className="text-xs text-(--muted)">No channel was asked to tell it.</p>;
  return (
    <div className="rounded-md bg-(--sunken) p-2 text-xs">
      <DataTable
        caption={`Deliveries of alert ${alert.id}`}
        columns={columns}
        rows={alert.deliveries}
        rowKey={(delivery) => `${delivery.channel} ${delivery.recipient}`}
      />
    </div>
  );
}

const columns: readonly Column<Delivery>[] = [
  { id: 'channel', header: 'Channel', cell: (delivery) => channelNames[delivery.channel] },
  {
    id: 'status',
    header: 'Status',
    cell: (delivery) => <Badge tone={deliveryTone(delivery)}>{delivery.status}</Badge>,
    unlabelled: true,
  },
  { id: 'recipient', header: 'Recipient', cell: ({ recipient }) => recipient ?? '–' },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => reason ?? '–' },
  { id: 'attempts', header: 'Attempts', cell: ({ attempts }) => attempts, align: 'end' },
  { id: 'when', header: 'When', cell: (delivery) => <When delivery={delivery} />, align: 'end' },
];

function When({ delivery: { sent_at: sentAt, next_attempt_at: nextAttemptAt } }: { delivery: Delivery }) {
  if (sentAt) return <Time value={sentAt} />;
  if (!nextAttemptAt) return '–';
  return (
    <span>
      next attempt <Time value={nextAttemptAt} />
    </span>
  );
}
