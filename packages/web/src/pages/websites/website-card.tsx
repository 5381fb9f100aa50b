import type { Website } from '@upvigil/core/contract/websites';
import { withMaintenance } from '@upvigil/core/status/under-maintenance';
import { overviewBadge, shownStatus } from '@upvigil/core/status/website-status';
import { messages } from '@upvigil/core/texts/messages';
import { memo } from 'react';
import { Button, buttonClass } from '../../components/basics/button.tsx';
import { countOf } from '../../components/lists/count-of.ts';
import { RowMenu } from '../../components/rows/row-menu.tsx';
import { Time } from '../../components/time/time.tsx';
import { StateBadges } from '../../components/tones/state-badges.tsx';
import { PastDays, type WebsitePast } from './past-days.tsx';

export interface WebsiteItemProps {
  website: Website;
  /** Loads after the other content. */
  past: WebsitePast | undefined;
  onEdit: (website: Website) => void;
  onDelete: (website: Website) => void;
}

/** One website with its uptime and actions. */
export const WebsiteCard = memo(function WebsiteCard({ website, past, onEdit, onDelete }: WebsiteItemProps) {
  const { id, name, description, created_at, url_count, network_monitor_count, status } = website;
  return (
    <li
      data-row
      className="card relative grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 [contain-intrinsic-size:auto_88px] [content-visibility:auto] hover:border-(--border-strong) sm:min-h-30 sm:grid-cols-[minmax(0,1fr)_14rem]"
    >
      <div className="flex min-w-0 flex-col">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="truncate" title={name}>
            {name}
          </h2>
          <StateBadges badges={withMaintenance(overviewBadge(shownStatus(website)), website)} />
        </div>
        <p className="truncate text-[0.8125rem] text-(--muted)" title={description ?? undefined}>
          {description || messages.empty.description}
        </p>
        <p className="mt-auto pt-2 text-xs text-(--muted)">
          {countOf(url_count, 'URL')} · {countOf(network_monitor_count, 'network service')} · Created{' '}
          <Time value={created_at} shape="date" />
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        {status === 'unknown' ? null : (
          <div className="min-h-11.5">{past ? <PastDays of={name} past={past} /> : null}</div>
        )}
        <div className="mt-auto flex gap-2 sm:justify-end">
          <a href={`/websites/${id}`} className={`${buttonClass('quiet', 'small')} after:absolute after:inset-0`}>
            Open <span className="sr-only">{name}</span>
          </a>
          <Button size="small" className="relative z-1" onClick={() => onEdit(website)}>
            Edit <span className="sr-only">{name}</span>
          </Button>
          <RowMenu of={name} items={[{ text: 'Delete', label: `Delete ${name}`, onSelect: () => onDelete(website) }]} />
        </div>
      </div>
    </li>
  );
});
