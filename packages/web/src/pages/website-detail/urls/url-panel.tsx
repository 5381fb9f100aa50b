import { useQuery } from '@tanstack/react-query';
import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { messages } from '@upvigil/core/texts/messages';
import { Link2 } from 'lucide-react';
import { Suspense } from 'react';
import * as queries from '../../../api/queries.ts';
import { Skeleton } from '../../../components/basics/skeleton.tsx';
import { firstScreenRows } from '../../../components/lists/use-near-row.ts';
import type { Density } from '../../../components/rows/data-row.tsx';
import { useOpenRow, useScrollToOpen } from '../../../components/rows/use-open-row.ts';
import { NothingYet } from '../../../components/states/empty-state.tsx';
import { LoadState } from '../../../components/states/load-state.tsx';
import { useEditedMonitor } from '../../../monitors/use-edited-monitor.ts';
import { lazyPart } from '../../../reachability/lazy-part.tsx';
import { MonitorList } from '../monitor-list.tsx';
import { UrlRow, UrlRowsHead } from './url-row.tsx';
import { findUrls, urlSorts, urlStateOptions } from './url-state.ts';
import { type UrlActions, useUrlActions } from './use-url-actions.ts';

const UrlFormDialog = lazyPart(async () => ({ default: (await import('./url-form-dialog.tsx')).UrlFormDialog }));

/** URLs of a website. The address contains the open one. */
export function UrlPanel({ websiteId }: { websiteId: number }) {
  const query = useQuery(queries.urlsOfWebsite(websiteId));
  const actions = useUrlActions(websiteId);
  const form = useEditedMonitor<UrlMonitor>(query.data);
  const { edited, copied } = form;
  const add = () => form.edit(null);
  const [openId, toggle] = useOpenRow();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LoadState query={query} title="Could not load the URLs">
        <Skeleton height={132} />
      </LoadState>
      {query.data?.length === 0 ? (
        <NothingYet title={messages.empty.urls} icon={<Link2 strokeWidth={1.5} />} add="Add First URL" onAdd={add}>
          Each URL is opened at its interval; you see its status, load time and history here.
        </NothingYet>
      ) : null}
      {query.data?.length ? (
        <MonitorList
          monitors={query.data}
          noun="URL"
          sorts={urlSorts}
          find={findUrls}
          statusOptions={urlStateOptions}
          openId={openId}
          add="Add New URL"
          onAdd={add}
        >
          {(urls, _list, density) => (
            <UrlRows
              urls={urls}
              density={density}
              openId={openId}
              onToggle={toggle}
              actions={actions}
              onEdit={form.edit}
              onDuplicate={form.duplicate}
            />
          )}
        </MonitorList>
      ) : null}
      {edited === undefined ? null : (
        <Suspense fallback={null}>
          <UrlFormDialog
            url={edited}
            copied={copied}
            others={query.data ?? []}
            save={(input) => actions.save(edited, input, copied)}
            onClose={form.close}
          />
        </Suspense>
      )}
    </div>
  );
}

interface UrlRowsProps {
  urls: readonly UrlMonitor[];
  density: Density;
  openId: number | null;
  onToggle: (urlId: number) => void;
  actions: UrlActions;
  onEdit: (url: UrlMonitor) => void;
  onDuplicate: (url: UrlMonitor) => void;
}

/** Rows of URLs. The history of a URL opens below its row. */
function UrlRows({ urls, density, openId, ...handlers }: UrlRowsProps) {
  const list = useScrollToOpen<HTMLUListElement>(openId);
  return (
    <>
      <UrlRowsHead density={density} />
      <ul ref={list}>
        {urls.map((url, at) => (
          <UrlRow
            key={url.id}
            url={url}
            density={density}
            isFirst={at < firstScreenRows}
            isOpen={url.id === openId}
            {...handlers}
          />
        ))}
      </ul>
    </>
  );
}
