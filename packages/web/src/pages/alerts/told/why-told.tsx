import type { Alert } from '@upvigil/core/contract/alerts';
import { lazy, memo, Suspense, useState } from 'react';
import { Spinner } from '../../../components/basics/spinner.tsx';

const DeliveryLedger = lazy(async () => ({ default: (await import('./delivery-ledger.tsx')).DeliveryLedger }));

/** Why an alert was told as it was. Rendered only while it is open. */
export const WhyTold = memo(function WhyTold({ alert }: { alert: Alert }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-xs text-(--muted) hover:text-(--text) pointer-coarse:py-3">
        Why and why not<span className="sr-only">: deliveries of alert {alert.id}</span>
      </summary>
      {isOpen ? (
        <Suspense fallback={<Spinner />}>
          <DeliveryLedger alert={alert} />
        </Suspense>
      ) : null}
    </details>
  );
});
