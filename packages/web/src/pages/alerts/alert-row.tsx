import type { Alert } from '@upvigil/core/contract/alerts';
import { alertTone } from '@upvigil/core/status/alert-tone';
import { lazy, memo, Suspense, useState } from 'react';
import { Spinner } from '../../components/basics/spinner.tsx';
import { Time } from '../../components/time/time.tsx';
import { Badge } from '../../components/tones/badge.tsx';
import { DeleteAlert } from './delete-alert.tsx';
import { channelMarks } from './deliveries/alert-deliveries.ts';
import { AnswerLine } from './deliveries/answer-line.tsx';
import { ChannelMarks } from './deliveries/channel-marks.tsx';
import type { AlertActions } from './use-alert-actions.ts';

interface AlertRowProps {
  alert: Alert;
  /** The problem is known to last. */
  isOpen: boolean;
  /** Must be the same object on every render, so that unchanged rows do not render again. */
  actions: AlertActions;
}

/** One alert: type, message, website, time and notified channels. Its deliveries open on request. */
export const AlertRow = memo(function AlertRow({ alert, isOpen, actions }: AlertRowProps) {
  return (
    <li className="border-b border-(--border) py-2.5 nth-[n+30]:[contain-intrinsic-size:auto_86px] nth-[n+30]:[content-visibility:auto] last:border-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 md:grid-cols-[11rem_minmax(0,1fr)_auto_auto]">
        <span>
          <Badge tone={alertTone(alert.alert_type)}>{alert.alert_type}</Badge>
        </span>
        <div className="min-w-0 wrap-anywhere max-md:order-3 max-md:col-span-2">
          <p>{alert.message}</p>
          <a href={`/websites/${alert.website_id}`} className="inline-block text-xs leading-6 pointer-coarse:py-2.5">
            {alert.website_name}
          </a>
        </div>
        <div className="grid justify-items-end gap-1 text-xs text-(--muted)">
          <Time value={alert.created_at} shape="clock" />
          <ChannelMarks marks={channelMarks(alert)} />
        </div>
        <DeleteAlert
          alert={alert}
          onDelete={actions.remove}
          className="max-md:z-1 max-md:order-4 max-md:col-start-2 max-md:row-start-3 max-md:justify-self-end"
        />
        <div className="max-md:order-5 max-md:col-span-2 max-md:col-start-1 max-md:row-start-3 md:col-span-3 md:col-start-2">
          <AnswerLine alert={alert} isOpen={isOpen} actions={actions} />
          <DeliveryDisclosure alert={alert} />
          {alert.has_evidence ? <WhatItSaw alert={alert} /> : null}
        </div>
      </div>
    </li>
  );
});

const SeenByCheck = lazy(async () => ({ default: (await import('./deliveries/seen-by-check.tsx')).SeenByCheck }));

/** Recorded response of the check that raised the alert. Loaded only while open. */
const WhatItSaw = memo(function WhatItSaw({ alert }: { alert: Alert }) {
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

const DeliveryLedger = lazy(async () => ({
  default: (await import('./deliveries/delivery-ledger.tsx')).DeliveryLedger,
}));

/** Deliveries of the alert with their reasons. Rendered only while open. */
const DeliveryDisclosure = memo(function DeliveryDisclosure({ alert }: { alert: Alert }) {
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
