import { useQuery } from '@tanstack/react-query';
import type { Website } from '@upvigil/core/contract/websites';
import { withMaintenance } from '@upvigil/core/status/under-maintenance';
import { overviewBadge, shownStatus } from '@upvigil/core/status/website-status';
import { ChevronLeft, ExternalLink } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { MuteButton } from '../../alerting/mute-button.tsx';
import * as queries from '../../api/queries.ts';
import { Button, buttonClass } from '../../components/basics/button.tsx';
import { Skeleton } from '../../components/basics/skeleton.tsx';
import { LoadState } from '../../components/states/load-state.tsx';
import { StateBadges } from '../../components/tones/state-badges.tsx';
import { AddMultipleButton } from '../../monitors/add-multiple/add-multiple-button.tsx';
import { lazyPart } from '../../reachability/lazy-part.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';

const WebsitePast = lazyPart(async () => ({ default: (await import('./head/website-past.tsx')).WebsitePast }));
const WebsiteTabs = lazyPart(async () => ({ default: (await import('./website-tabs.tsx')).WebsiteTabs }));

/** One website with a tab each for its URLs, network monitors, Slack settings and heartbeats. */
export function WebsiteDetailPage() {
  const { websiteId } = useParams();
  const id = Number(websiteId);
  const query = useQuery(queries.website(id));
  const website = query.data;
  const isListDrawn = useListDrawn(id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid justify-items-start gap-2">
        <div className="flex min-h-8 w-full items-center justify-between gap-2 max-md:min-h-11 pointer-coarse:min-h-11">
          <Link to="/websites" className="-ml-1 inline-flex items-center gap-1 py-1 pointer-coarse:min-h-11">
            <ChevronLeft aria-hidden="true" size={16} />
            Websites
          </Link>
          {website ? (
            <span className="flex gap-2">
              <AddMultipleButton key={`add ${id}`} websiteId={id} size="small" />
              <ShareButton key={id} id={id} name={website.name} />
            </span>
          ) : null}
        </div>
        <Head id={id} website={website} isListDrawn={isListDrawn} isMissing={!website && query.error !== null} />
      </div>
      <LoadState query={query} title="Could not load the website">
        <Skeleton height={320} />
      </LoadState>
      {website ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <WebsiteTabs website={website} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface HeadProps {
  id: number;
  website: Website | undefined;
  isMissing: boolean;
  isListDrawn: boolean;
}

/** Name and state. The website menu and the figures load after the list, because the menu needs a library. */
function Head({ id, website, isMissing, isListDrawn }: HeadProps) {
  if (isMissing) return <PageHeading title="Website not found" />;
  return (
    <div className="grid w-full grid-cols-[minmax(0,auto)_auto_minmax(0,1fr)_auto_auto] content-start items-end gap-x-2 lg:min-h-13">
      <div className="col-start-1 row-start-1 flex min-w-0 flex-wrap items-center gap-x-3 self-start pointer-coarse:min-h-11">
        <PageHeading key={id} title={website?.name ?? 'Website'} />
        {website ? <Problems of={website} /> : null}
      </div>
      {website?.description ? (
        <p className="col-span-3 row-start-2 wrap-anywhere text-(--muted)">{website.description}</p>
      ) : null}
      {website ? (
        <>
          <Suspense>{isListDrawn ? <WebsitePast id={id} name={website.name} /> : null}</Suspense>
          <div className="col-span-full row-start-3 mt-3 flex flex-wrap gap-2 justify-self-start md:col-span-1 md:col-start-5 lg:row-span-2 lg:row-start-1 lg:mt-0">
            <MuteButton key={id} target={{ website_id: id }} name={website.name} />
            <PublicStatusLink id={id} />
          </div>
        </>
      ) : null}
    </div>
  );
}

/** Badges beside the name for problems and maintenance. */
function Problems({ of }: { of: Website }) {
  const { status, maintenance, not_checked } = of;
  const isUnknown = status === 'unknown' && not_checked !== undefined;
  if (status !== 'down' && status !== 'partial' && !maintenance && !isUnknown) return null;
  return <StateBadges badges={withMaintenance(overviewBadge(shownStatus(of)), of)} />;
}

const PublicStatusLink = ({ id }: { id: number }) => (
  <a href={`/status/${id}`} target="_blank" rel="noopener" className={`${buttonClass()} whitespace-nowrap`}>
    View Public Status
    <ExternalLink aria-hidden="true" size={16} />
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);

/** Observes the queries of the open tab without requests of its own. */
const watched = { enabled: false } as const;

/** Whether the open tab has rendered its data, so that secondary content may load. */
function useListDrawn(websiteId: number): boolean {
  const { isPending: noUrls } = useQuery({ ...queries.urlsOfWebsite(websiteId), ...watched });
  const { isPending: noMonitors } = useQuery({ ...queries.networkMonitorsOfWebsite(websiteId), ...watched });
  const { isPending: noHeartbeats } = useQuery({ ...queries.heartbeatsOfWebsite(websiteId), ...watched });
  const { isPending: noSlack } = useQuery({ ...queries.slackSettings(websiteId), ...watched });
  const isRead = !(noUrls && noMonitors && noHeartbeats && noSlack);
  const [drawn, setDrawn] = useState<number | null>(null);
  useEffect(() => {
    if (!isRead) return;
    // In the next frame, so that the browser paints first.
    const frame = requestAnimationFrame(() => setDrawn(websiteId));
    return () => cancelAnimationFrame(frame);
  }, [isRead, websiteId]);
  return drawn === websiteId;
}

const ShareDialog = lazyPart(async () => ({ default: (await import('./share/share-dialog.tsx')).ShareDialog }));

function ShareButton({ id, name }: { id: number; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Share
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareDialog id={id} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
