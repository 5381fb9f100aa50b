import { useQuery } from '@tanstack/react-query';
import type { UrlCheck } from '@upvigil/core/contract/checks';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { messages } from '@upvigil/core/messages';
import { historyTone, urlStateBadge } from '@upvigil/core/status/url-state';
import { useMemo, useState } from 'react';
import { screenshotUrl } from '../../../api/addresses.ts';
import * as queries from '../../../api/queries.ts';
import { Badge } from '../../../components/basics/badge.tsx';
import { Lightbox, type LightboxImage } from '../../../components/basics/lightbox.tsx';
import { Spinner } from '../../../components/basics/spinner.tsx';
import { type Column, DataTable } from '../../../components/lists/data-table.tsx';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { Elapsed } from '../../../components/time/elapsed.tsx';
import { Time } from '../../../components/time/time.tsx';
import { formatTime } from '../../../components/time/time-format.ts';
import { ScreenshotThumbnail } from './screenshot-thumbnail.tsx';

/** The checks of a URL in the last 24 hours, newest first, read again every 30 seconds. */
export function UrlHistory({ url }: { url: UrlMonitor }) {
  const query = useQuery(queries.urlHistory(url.website_id, url.id));
  const { data: checks, dataUpdatedAt } = query;
  return (
    <section className="grid gap-3" aria-label={`History of ${withoutCredentials(url.url)}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3>Check History (Last {defaults.hours.urlHistory} Hours)</h3>
        {checks ? (
          <p className="text-xs text-(--muted)">
            refreshes every {defaults.refreshSeconds.urlHistory} s, {formatTime(dataUpdatedAt, 'clock')}
          </p>
        ) : null}
      </div>
      <LoadState query={query} title="Could not load the history">
        <Spinner />
      </LoadState>
      {checks?.length === 0 ? <p className="py-4 text-center text-(--muted)">{messages.empty.checks}</p> : null}
      {checks?.length ? <ChecksTable address={withoutCredentials(url.url)} checks={checks} /> : null}
    </section>
  );
}

function ChecksTable({ address, checks }: { address: string; checks: readonly UrlCheck[] }) {
  const shown = useShownRows(checks);
  const images = useMemo(() => imagesOf(checks), [checks]);
  /** URL of the enlarged screenshot, so that it stays the same one when newer ones come in. */
  const [enlarged, setEnlarged] = useState<string | null>(null);
  const columns = useMemo(() => columnsOf(address, setEnlarged), [address]);
  return (
    <>
      <DataTable caption={`Checks of ${address}`} columns={columns} rows={shown.rows} rowKey={(check) => check.id} />
      <ShowMore shown={shown} noun="checks" />
      {enlarged === null ? null : (
        <Lightbox
          of={address}
          images={images}
          index={images.findIndex(({ src }) => src === enlarged)}
          onIndex={(index) => setEnlarged(images[index]?.src ?? null)}
          onClose={() => setEnlarged(null)}
        />
      )}
    </>
  );
}

const imagesOf = (checks: readonly UrlCheck[]): LightboxImage[] =>
  checks.flatMap(({ screenshot_path, checked_at }) =>
    screenshot_path ? [{ src: screenshotUrl(screenshot_path), takenAt: checked_at }] : [],
  );

const columnsOf = (address: string, enlarge: (src: string) => void): readonly Column<UrlCheck>[] => [
  { id: 'time', header: 'Time', cell: (check) => <Time value={check.checked_at} shape="clock" /> },
  {
    id: 'status',
    header: 'Status',
    unlabelled: true,
    cell: ({ status_code }) => (
      <Badge tone={historyTone(status_code)}>{status_code ?? urlStateBadge(status_code).label}</Badge>
    ),
  },
  { id: 'load', header: 'Load Time', align: 'end', cell: (check) => <Elapsed seconds={check.response_time} /> },
  {
    id: 'metadata',
    header: 'Metadata',
    cell: ({ metadata_found }) => (metadata_found === null ? '–' : metadata_found ? 'found' : 'not found'),
  },
  { id: 'message', header: 'Message', cell: (check) => check.error_message ?? '–' },
  {
    id: 'screenshot',
    header: 'Screenshot',
    cell: ({ screenshot_path: path, checked_at }) =>
      path ? (
        <ScreenshotThumbnail
          path={path}
          of={`${address} at ${formatTime(checked_at, 'clock')}`}
          onOpen={() => enlarge(screenshotUrl(path))}
        />
      ) : (
        '–'
      ),
  },
];
