import type { Certificate } from '@upvigil/core/contract/certificates';
import { certificateNames, expiryLabel, expiryTone } from '@upvigil/core/status/expiry';
import { dayMs } from '@upvigil/core/time';
import { memo } from 'react';
import { DataRow } from '../../components/rows/data-row.tsx';
import { Time } from '../../components/time/time.tsx';
import { StateDot } from '../../components/tones/state-dot.tsx';
import { DaysBar } from './days-bar.tsx';
import { MonitorLinks } from './monitor-links.tsx';

/** One certificate: names, issuer, remaining days, and the monitors that use it. */
export const CertificateRow = memo(function CertificateRow({ certificate }: { certificate: Certificate }) {
  const { names, issuer, valid_to, days_left, state, monitors, domain } = certificate;
  return (
    <DataRow columns="minmax(0,1.4fr) 9rem minmax(0,1fr) minmax(0,1.4fr)">
      {() => (
        <>
          <div className="min-w-0">
            <p className="flex min-w-0 items-center gap-2 font-medium wrap-anywhere" title={names.join(', ')}>
              <StateDot tone={expiryTone(state)} />
              <span className="sr-only">{expiryLabel(state)}: </span>
              {certificateNames(names)}
            </p>
            {domain === null || domain === names[0] ? null : (
              <p className="text-[0.8125rem] text-(--muted)">Domain {domain}</p>
            )}
          </div>
          <DaysBar days={days_left} state={state} part={partLeft(certificate)} />
          <div className="min-w-0 text-[0.8125rem]">
            <p className="wrap-anywhere">{issuer}</p>
            <p className="text-(--muted)">
              until <Time value={valid_to} shape="date" />
            </p>
          </div>
          <MonitorLinks monitors={monitors} />
        </>
      )}
    </DataRow>
  );
});

function partLeft({ valid_from, valid_to, days_left }: Certificate): number {
  const days = (Date.parse(valid_to) - Date.parse(valid_from)) / dayMs;
  return days <= 0 ? 0 : days_left / days;
}
