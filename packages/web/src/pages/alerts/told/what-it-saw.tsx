import type { Alert } from '@upvigil/core/contract/alerts';
import { lazy, memo, Suspense, useState } from 'react';
import { Spinner } from '../../../components/basics/spinner.tsx';

const SeenByCheck = lazy(async () => ({ default: (await import('./seen-by-check.tsx')).SeenByCheck }));

/** What the check of an alert saw. Read only while it is open. */
export const WhatItSaw = memo(function WhatItSaw({ alert }: { alert: Alert }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-xs text-(--muted) hover:text-(--text) pointer-coarse:py-3">
        What it saw<span className="sr-only">: evidence of alert {alert.id}</span>
      </summary>
      {isOpen ? (
        <Suspense fallback={<Spinner />}>
          <SeenByCheck alertId={alert.id} />
        </Suspense>
      ) : null}
    </details>
  );
});
