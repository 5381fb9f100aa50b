import type { UrlMonitor } from '@upvigil/core/contract/urls';
import { monitorStates, stateBadges, urlState } from '@upvigil/core/status/monitor-state';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../components/basics/button.tsx';
import { ListToolbar } from '../../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../../components/lists/show-more.tsx';
import { type StatusOption, StatusSegments } from '../../../components/lists/status-segments.tsx';
import { useListState } from '../../../components/lists/use-list-state.ts';
import { firstScreenRows } from '../../../components/lists/use-near-row.ts';
import { DensityToggle } from '../../../components/rows/density-toggle.tsx';
import { useDensity } from '../../../components/rows/use-density.ts';
import { useOpenRow, useScrollToOpen } from '../../../components/rows/use-open-row.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { UrlRow, UrlRowsHead } from './url-row.tsx';
import { findUrls, urlSorts, urlStateLabels } from './url-state.ts';
import type { UrlActions } from './use-url-actions.ts';

interface UrlListProps {
  urls: readonly UrlMonitor[];
  actions: UrlActions;
  onAdd: () => void;
  onEdit: (url: UrlMonitor) => void;
  onDuplicate: (url: UrlMonitor) => void;
}

const facets = { status: 'all' };

/** Rows of URLs with search, state filter and sorting. The history of a URL opens below its row. */
export function UrlList({ urls, actions, onAdd, onEdit, onDuplicate }: UrlListProps) {
  const list = useListState({ facets, defaultSort: 'issues' });
  const [density, setDensity] = useDensity();
  const [openId, toggle] = useOpenRow();
  const status = list.facet('status');
  const found = useMemo(
    () => findUrls(urls, list.deferredSearch, status, list.sort),
    [urls, list.deferredSearch, status, list.sort],
  );
  const shown = useShownRows(found, { atLeast: found.findIndex(({ id }) => id === openId) + 1 });
  const rows = useScrollToOpen<HTMLUListElement>(openId);
  const options = useMemo(() => statusOptions(urls), [urls]);
  return (
    <>
      <ListToolbar
        noun="URLs"
        state={list}
        facets={[{ name: 'status', label: 'Status', options, className: 'xl:hidden' }]}
        filter={
          <StatusSegments
            label="URLs by status"
            options={options}
            selected={status}
            onSelect={(value) => list.setFacet('status', value)}
          />
        }
        sorts={urlSorts}
        shown={found.length}
        total={urls.length}
      >
        <DensityToggle density={density} onChange={setDensity} />
        <Button kind="primary" className="max-sm:w-full" icon={<Plus aria-hidden="true" size={16} />} onClick={onAdd}>
          Add New URL
        </Button>
      </ListToolbar>
      {found.length === 0 ? (
        <EmptyState title="No URL matches the filters" action={<Button onClick={list.reset}>Clear filters</Button>} />
      ) : (
        <div className="card overflow-clip p-0">
          <UrlRowsHead density={density} />
          <ul ref={rows}>
            {shown.rows.map((url, at) => (
              <UrlRow
                key={url.id}
                isFirst={at < firstScreenRows}
                url={url}
                density={density}
                isOpen={url.id === openId}
                onToggle={toggle}
                actions={actions}
                onEdit={onEdit}
                onDuplicate={onDuplicate}
              />
            ))}
          </ul>
        </div>
      )}
      <ShowMore shown={shown} noun="URLs" />
    </>
  );
}

function statusOptions(urls: readonly UrlMonitor[]): StatusOption[] {
  const states = urls.map(urlState);
  const options = monitorStates.map((state) => ({
    value: state,
    label: urlStateLabels[state],
    count: states.filter((one) => one === state).length,
    tone: stateBadges[state].tone,
  }));
  return [{ value: 'all', label: 'all', count: urls.length }, ...options];
}
