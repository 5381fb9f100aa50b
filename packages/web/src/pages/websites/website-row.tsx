import { withMaintenance } from '@upvigil/core/status/under-maintenance';
import { overviewBadge, shownStatus } from '@upvigil/core/status/website-status';
import { messages } from '@upvigil/core/texts/messages';
import { memo } from 'react';
import { buttonClass } from '../../components/basics/button.tsx';
import { countOf } from '../../components/lists/count-of.ts';
import { DataRow } from '../../components/rows/data-row.tsx';
import { DeleteAction, EditAction, RowActions } from '../../components/rows/row-actions.tsx';
import { Time } from '../../components/time/time.tsx';
import { StateBadges } from '../../components/tones/state-badges.tsx';
import { PastDays } from './past-days.tsx';
import type { WebsiteItemProps } from './website-card.tsx';

/** State, name, counts, uptime, actions. Below 1100 px, the uptime is hidden. */
const columns = '8.5rem minmax(0, 1fr) 11rem 15.5rem 9rem';
const narrowClass =
  'md:max-[1099px]:[grid-template-columns:8.5rem_minmax(0,1fr)_11rem_9rem]! max-md:grid-cols-[minmax(0,1fr)_auto]';

/** A website in a single line, for long lists. */
export const WebsiteRow = memo(function WebsiteRow({ website, past, onEdit, onDelete }: WebsiteItemProps) {
  const { id, name, description, created_at, url_count, network_monitor_count } = website;
  return (
    <DataRow
      columns={columns}
      className={`${narrowClass} relative [&_button]:relative [&_button]:z-1 [contain-intrinsic-size:auto_40px] [content-visibility:auto]`}
    >
      {() => (
        <>
          <div className="flex flex-wrap gap-1 max-md:col-start-2 max-md:row-start-1">
            <StateBadges badges={withMaintenance(overviewBadge(shownStatus(website)), website)} />
          </div>
          <div className="min-w-0 max-md:col-start-1 max-md:row-start-1">
            <h2 className="truncate text-sm leading-5 font-medium" title={name}>
              {name}
            </h2>
            <p className="truncate text-xs text-(--muted)" title={description ?? undefined}>
              {description || messages.empty.description}
            </p>
          </div>
          <p className="text-xs text-(--muted) max-md:col-span-full">
            {countOf(url_count, 'URL')} · {countOf(network_monitor_count, 'network service')}
            <span className="md:block">
              <span className="md:hidden"> · </span>Created <Time value={created_at} shape="date" />
            </span>
          </p>
          <div className="min-h-6 min-w-0 max-md:col-span-full md:max-[1099px]:hidden">
            {past ? <PastDays of={name} past={past} isInRow /> : null}
          </div>
          <div className="flex items-center justify-end gap-1 max-md:col-span-full max-md:flex-wrap max-md:justify-between">
            <a href={`/websites/${id}`} className={`${buttonClass('quiet', 'small')} after:absolute after:inset-0`}>
              Open <span className="sr-only">{name}</span>
            </a>
            <RowActions of={name}>
              <EditAction of={name} onClick={() => onEdit(website)} />
              <DeleteAction of={name} onClick={() => onDelete(website)} />
            </RowActions>
          </div>
        </>
      )}
    </DataRow>
  );
});
