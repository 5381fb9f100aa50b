import { useQuery } from '@tanstack/react-query';
import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { rankedStatus, withMaintenance } from '@upvigil/core/status/under-maintenance';
import { overviewBadge, shownStatus } from '@upvigil/core/status/website-status';
import { ChevronsUpDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Link, useSearchParams } from 'react-router-dom';
import { compareNames } from '../../../components/lists/compare-names.ts';
import { StateDot } from '../../../components/tones/state-dot.tsx';
import { statusOverview } from './status-overview.ts';

/** Menu beside the title that opens the same tab of another website; nothing with a single website. */
export function WebsiteSwitch({ id }: { id: number }) {
  const { data: websites = [] } = useQuery({ ...statusOverview(id), select: byName });
  if (websites.length < 2) return null;
  return (
    // Not modal: Radix locks scrolling with an inline style sheet, which the content security policy forbids.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label="Another website"
        title="Another website"
        className="inline-flex size-full cursor-pointer items-center justify-center rounded-lg text-(--muted) hover:bg-(--none-bg) hover:text-(--text) data-[state=open]:bg-(--none-bg)"
      >
        <ChevronsUpDown aria-hidden="true" size={18} />
      </DropdownMenu.Trigger>
      {/* No portal, so that the menu is inside the main landmark. */}
      <DropdownMenu.Content
        align="start"
        sideOffset={6}
        collisionPadding={16}
        className="z-50 max-h-[60dvh] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-xl border border-(--border) bg-(--pop) p-1 text-(--text) [box-shadow:var(--shadow)]"
      >
        {websites.map((website) => (
          <WebsiteItem key={website.id} website={website} isCurrent={website.id === id} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

const byName = (websites: readonly StatusOverviewItem[]): StatusOverviewItem[] =>
  websites.toSorted((a, b) => compareNames(a.name, b.name));

function WebsiteItem({ website, isCurrent }: { website: StatusOverviewItem; isCurrent: boolean }) {
  const [params] = useSearchParams();
  const tab = params.get('tab');
  const { id, name } = website;
  const { tone } = overviewBadge(rankedStatus(website));
  const label = withMaintenance(overviewBadge(shownStatus(website)), website)
    .map((badge) => badge.label)
    .join(', ');
  return (
    <DropdownMenu.Item asChild textValue={name}>
      <Link
        to={`/websites/${id}${tab ? `?tab=${tab}` : ''}`}
        aria-current={isCurrent ? 'page' : undefined}
        className="flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 text-(--text) no-underline hover:no-underline focus-visible:-outline-offset-2 aria-[current]:font-semibold data-highlighted:bg-(--none-bg) max-md:min-h-11 pointer-coarse:min-h-11"
      >
        <StateDot tone={tone} />
        <span className="min-w-0 flex-1 truncate" title={name}>
          {name}
        </span>
        <span className="text-xs font-normal text-(--muted)">{label}</span>
      </Link>
    </DropdownMenu.Item>
  );
}
