import { useQuery } from '@tanstack/react-query';
import type { Certificate } from '@upvigil/core/contract/certificates';
import { certificateMessages } from '@upvigil/core/texts/monitors';
import { ShieldCheck } from 'lucide-react';
import { AlertTabs } from '../../alerting/alert-tabs.tsx';
import { Spinner } from '../../components/basics/spinner.tsx';
import { countOf } from '../../components/lists/count-of.ts';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { certificatesQuery } from './certificate-queries.ts';
import { CertificateRow } from './certificate-row.tsx';
import { Domains } from './domains.tsx';

/** Certificates of all monitors, and their domains; the next to expire first. */
export function CertificatesPage() {
  const query = useQuery(certificatesQuery());
  const { data } = query;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead title={certificateMessages.title} sub={data ? headLine(data) : certificateMessages.about} />
      <AlertTabs />
      <LoadState query={query} title={certificateMessages.loadFailed}>
        <Spinner />
      </LoadState>
      {data?.length === 0 ? (
        <EmptyState title={certificateMessages.none} icon={<ShieldCheck />}>
          {certificateMessages.noneYet}
        </EmptyState>
      ) : null}
      {data && data.length > 0 ? <CertificateList certificates={data} /> : null}
      {/* Rendered after the list, because the list would push it down. */}
      {query.isPending ? null : <Domains />}
    </div>
  );
}

function headLine(certificates: readonly Certificate[]): string {
  const of = (state: Certificate['state']): number => certificates.filter((each) => each.state === state).length;
  const expired = of('expired');
  const expiring = of('expiring');
  const parts = [
    countOf(certificates.length, 'certificate'),
    ...(expired > 0 ? [`${expired} expired`] : []),
    ...(expiring > 0 ? [`${expiring} to be renewed soon`] : []),
  ];
  return parts.join(', ');
}

function CertificateList({ certificates }: { certificates: readonly Certificate[] }) {
  const shown = useShownRows(certificates);
  return (
    <section className="card p-0" aria-label={certificateMessages.title}>
      <ul>
        {shown.rows.map((certificate) => (
          <CertificateRow key={certificate.fingerprint} certificate={certificate} />
        ))}
      </ul>
      <ShowMore shown={shown} noun="certificates" />
    </section>
  );
}
