import type { Alert, Delivery } from '@upvigil/core/contract/alerts';
import { keyOfDelivery } from '@upvigil/core/contract/names/channels';
import { Fragment } from 'react';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { Badge } from '../../../components/tones/badge.tsx';
import { deliveryTone, nameOfDelivery } from './alert-deliveries.ts';

/** Routing of an alert, and its deliveries with states and reasons. */
export function DeliveryLedger({ alert }: { alert: Alert }) {
  return (
    <div className="grid gap-2 text-xs">
      <Verdict alert={alert} />
      {alert.deliveries.length === 0 ? (
        <p className="text-(--muted)">No channel was selected.</p>
      ) : (
        <div className="rounded-md bg-(--sunken) p-2">
          <DataTable
            caption={`Deliveries of alert ${alert.id}`}
            columns={columns}
            rows={alert.deliveries}
            rowKey={keyOfRow}
          />
        </div>
      )}
    </div>
  );
}

/** A channel can have several deliveries: one for each step and reminder. */
const keyOfRow = (delivery: Delivery): string => {
  const { purpose, recipient, sent_at, next_attempt_at } = delivery;
  return [keyOfDelivery(delivery), purpose, recipient, sent_at ?? next_attempt_at].join(' ');
};

/** Severity, matching rule and policy, and start of the alert. Unknown values are omitted. */
function Verdict({ alert: { severity, route, policy, began_at } }: { alert: Alert }) {
  const words = [
    severity && `Severity: ${severity}`,
    route && `Rule: "${route}"`,
    policy && `Policy: "${policy}"`,
    began_at && (
      <>
        Began: <Time key="began" value={began_at} />
      </>
    ),
  ].filter(Boolean);
  return (
    <p className="text-(--muted) empty:hidden">
      {words.map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of these texts is fixed
        <Fragment key={at}>
          {at === 0 ? '' : ' · '}
          {word}
        </Fragment>
      ))}
    </p>
  );
}

const columns: readonly Column<Delivery>[] = [
  { id: 'channel', header: 'Channel', cell: nameOfDelivery },
  { id: 'purpose', header: 'Purpose', cell: ({ purpose }) => purpose },
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
