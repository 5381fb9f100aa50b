import type { Website } from '@upvigil/core/contract/websites';
import type { Tone } from '@upvigil/core/status/tone';
import { publicStatusTone } from '@upvigil/core/status/website-status';
import { memo, useMemo } from 'react';
import { Button } from '../../components/basics/button.tsx';
import { usePlainLinks } from '../../components/basics/use-plain-links.ts';
import { ListToolbar } from '../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { useListState } from '../../components/lists/use-list-state.ts';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { WebsiteCard } from './website-card.tsx';

const facets = {};
const issuesFirst = 'issues';
const sortOptions = [
  { value: issuesFirst, label: 'Issues first' },
  { value: 'name', label: 'Name' },
];
const noun = 'websites';
const statusRank: Record<Tone, number> = { down: 0, warn: 1, none: 2, up: 3 };

/** A card for each website, searched and sorted. */
export const WebsiteCards = memo(function WebsiteCards({
  websites,
  hours,
}: {
  websites: readonly Website[];
  hours: number;
}) {
  const list = useListState({ prefix: 'w-', facets, defaultSort: issuesFirst });
  const ref = usePlainLinks<HTMLElement>();
  const search = list.deferredSearch.trim().toLowerCase();
  const sorted = useMemo(() => sortWebsites(websites, list.sort), [websites, list.sort]);
  const matching = useMemo(
    () => sorted.filter((website) => `${website.name} ${website.description ?? ''}`.toLowerCase().includes(search)),
    [sorted, search],
  );
  const shown = useShownRows(matching);
  return (
    <section ref={ref} aria-labelledby="websites" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="websites">Websites and their statistics</h2>
        <ListToolbar noun={noun} state={list} sorts={sortOptions} shown={matching.length} total={websites.length} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        {shown.rows.map((website) => (
          <WebsiteCard key={website.id} website={website} hours={hours} />
        ))}
      </div>
      {matching.length === 0 ? (
        <EmptyState
          title="No website matches the search"
          action={<Button onClick={list.reset}>Clear filters</Button>}
        />
      ) : null}
      <ShowMore shown={shown} noun={noun} />
    </section>
  );
});

function sortWebsites(websites: readonly Website[], sort: string): Website[] {
  const rank = (website: Website) => (sort === 'name' ? 0 : statusRank[publicStatusTone(website.status)]);
  return [...websites].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}
