import type { Website } from '@upvigil/core/contract/websites';
import type { Tone } from '@upvigil/core/status/tone';
import { publicStatusTone } from '@upvigil/core/status/website-status';
import type { TimeSpan } from '@upvigil/core/time-ranges';
import { memo, useMemo } from 'react';
import { Button } from '../../components/basics/button.tsx';
import { usePlainLinks } from '../../components/basics/use-plain-links.ts';
import { ListToolbar } from '../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { useListState } from '../../components/lists/use-list-state.ts';
import { NoMatch } from '../../components/states/empty-state.tsx';
import { useStoredChoice } from '../../components/states/use-stored-choice.ts';
import { WebsiteCard } from './website-card.tsx';
import { WebsiteRow } from './website-row.tsx';

const facets = {};
const issuesFirst = 'issues';
const sortOptions = [
  { value: issuesFirst, label: 'Issues first' },
  { value: 'name', label: 'Name' },
];
const noun = 'websites';
const statusRank: Record<Tone, number> = { down: 0, warn: 1, none: 2, up: 3 };

/** All websites with their figures, search and sorting: cards for those with problems, lines for the rest. */
export const WebsiteCards = memo(function WebsiteCards({
  websites,
  span,
}: {
  websites: readonly Website[];
  span: TimeSpan;
}) {
  const list = useListState({ prefix: 'w-', facets, defaultSort: issuesFirst });
  const ref = usePlainLinks<HTMLElement>();
  const search = list.deferredSearch.trim().toLowerCase();
  const sorted = useMemo(() => sortWebsites(websites, list.sort), [websites, list.sort]);
  const matching = useMemo(
    () => sorted.filter((website) => `${website.name} ${website.description ?? ''}`.toLowerCase().includes(search)),
    [sorted, search],
  );
  const shown = useShownRows(matching, { perDraw: cardsPerDraw });
  const [shape, setShape] = useStoredChoice('website-shape', shapes);
  const isAllCards = shape === 'cards';
  const { cards, lines } = useMemo(() => cardsAndLines(shown.rows, isAllCards), [shown.rows, isAllCards]);
  const canFold = isAllCards || lines.some(({ status }) => publicStatusTone(status) !== 'none');
  return (
    // Reserves height during a search, so that the content below does not jump on each keystroke.
    <section
      ref={ref}
      aria-labelledby="websites"
      className={`grid grid-cols-[minmax(0,1fr)] content-start gap-3 ${search ? 'min-h-dvh' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="websites">Websites and their statistics</h2>
        <ListToolbar noun={noun} state={list} sorts={sortOptions} shown={matching.length} total={websites.length}>
          {canFold ? (
            <Button aria-pressed={isAllCards} onClick={() => setShape(isAllCards ? 'lines' : 'cards')}>
              Show as cards
            </Button>
          ) : null}
        </ListToolbar>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[repeat(2,minmax(0,1fr))] lg:grid-cols-[repeat(3,minmax(0,1fr))]">
        {cards.map((website) => (
          <WebsiteCard key={website.id} website={website} span={span} />
        ))}
      </div>
      <WebsiteLines websites={lines} span={span} />
      {matching.length === 0 ? <NoMatch title="No website matches the search" onClear={list.reset} /> : null}
      <ShowMore shown={shown} noun={noun} />
    </section>
  );
});

/** Healthy websites, each as a line that opens. */
function WebsiteLines({ websites, span }: { websites: readonly Website[]; span: TimeSpan }) {
  if (websites.length === 0) return null;
  return (
    <ul
      aria-label="Other websites"
      className="grid grid-cols-[minmax(0,1fr)] items-start overflow-hidden rounded-xl border border-t-0 border-(--border) bg-(--surface) md:border-l-0 md:grid-cols-[repeat(2,minmax(0,1fr))] lg:grid-cols-[repeat(3,minmax(0,1fr))]"
    >
      {websites.map((website) => (
        <WebsiteRow key={website.id} website={website} span={span} />
      ))}
    </ul>
  );
}

/** Further healthy websites are lines until the user selects cards. */
const shapes = ['lines', 'cards'] as const;
const cardsAtLeast = 6;
/** A card costs as much as several table rows. */
const cardsPerDraw = 3;

/** The first few websites and all with a problem are cards. Unchecked and further healthy websites are lines. */
function cardsAndLines(websites: readonly Website[], isAllCards: boolean): { cards: Website[]; lines: Website[] } {
  const [cards, lines, unchecked]: [Website[], Website[], Website[]] = [[], [], []];
  for (const website of websites) {
    const tone = publicStatusTone(website.status);
    if (tone === 'none') unchecked.push(website);
    else if (isAllCards || tone !== 'up' || cards.length < cardsAtLeast) cards.push(website);
    else lines.push(website);
  }
  return { cards, lines: [...lines, ...unchecked] };
}

function sortWebsites(websites: readonly Website[], sort: string): Website[] {
  const rank = (website: Website) => (sort === 'name' ? 0 : statusRank[publicStatusTone(website.status)]);
  return [...websites].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}
