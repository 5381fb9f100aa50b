import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ExternalLink } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router-dom';
import * as queries from '../../api/queries.ts';
import { buttonClass } from '../../components/basics/button.tsx';
import { Skeleton } from '../../components/basics/skeleton.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';

const WebsiteTabs = lazy(async () => ({ default: (await import('./website-tabs.tsx')).WebsiteTabs }));

/** One website: its URLs, its network monitors and its Slack settings, a tab each. */
export function WebsiteDetailPage() {
  const { websiteId } = useParams();
  const id = Number(websiteId);
  const query = useQuery(queries.website(id));
  const website = query.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid justify-items-start gap-2">
        <Link to="/websites" className="-ml-1 inline-flex items-center gap-1 py-1 pointer-coarse:min-h-11">
          <ChevronLeft aria-hidden="true" size={16} />
          Websites
        </Link>
        <div className="flex w-full flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            {website || !query.error ? (
              <PageHeading key={websiteId} title={website?.name ?? 'Website'} />
            ) : (
              <PageHeading title="Website not found" />
            )}
            {website?.description ? <p className="wrap-anywhere text-(--muted)">{website.description}</p> : null}
          </div>
          {website ? <PublicStatusLink id={website.id} /> : null}
        </div>
      </div>
      <LoadState query={query} title="Could not load the website">
        <Skeleton height={320} />
      </LoadState>
      {website ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <WebsiteTabs id={website.id} urls={website.url_count} monitors={website.network_monitor_count} />
        </Suspense>
      ) : null}
    </div>
  );
}

const PublicStatusLink = ({ id }: { id: number }) => (
  <a href={`/status/${id}`} target="_blank" rel="noopener" className={buttonClass()}>
    View Public Status
    <ExternalLink aria-hidden="true" size={16} />
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
