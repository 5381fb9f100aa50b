import type { StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { affectedNames } from '@upvigil/core/languages/affected-names';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type AddressQuery, useListStateIn, withChange } from '../../components/lists/list-state.ts';
import { ListToolbar } from '../../components/lists/list-toolbar.tsx';
import { ShowMore, useShownRows } from '../../components/lists/show-more.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Time } from '../../components/time/time.tsx';
import { LanguageSwitch } from '../../language/language-switch.tsx';
import { inPageLanguage } from '../../language/page-language.ts';
import { publicTexts } from '../../language/public-texts.ts';
import { Maintenances } from '../../public/announcements/maintenances.tsx';
import { HistoryLink, OpenIncidents } from '../../public/announcements/open-incidents.tsx';
import { hasIssues, overviewHeadline, problemsFirst } from '../../public/overview-headline.ts';
import { statusSource } from '../../public/public-source.ts';
import { PublicView } from '../../public/public-view.tsx';
import { StripKey } from '../../public/strip-key.tsx';
import { usePublicData } from '../../public/use-public-data.ts';
import { Verdict } from '../../public/verdict.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { WebsiteStatusCard } from './website-status-card.tsx';

/** Number of websites from which the page has a search box. */
const searchFrom = 13;
/** With more strips, those outside the viewport are simplified. */
const wholeStripsUpTo = 40;
const facets = { show: 'all' };

/** Loads the page with the catalogue of its language. */
export const openStatusPage = () => inPageLanguage(StatusPage, 'overview');

/** Public overview: the overall status, then figures and thirty days of each website. */
function StatusPage() {
  const state = usePublicData(statusSource);
  const words = publicTexts('pages');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <PageHeading title={words.title} />
        <p className="mt-0.5 text-(--muted)">{words.subtitle}</p>
      </div>
      <PublicView
        state={state}
        lead={({ incidents }) => <OpenIncidents incidents={incidents} />}
        banner={({ items, incidents }) => (
          <OverviewBanner items={items} openIncidents={incidents.length} loadedAt={state.loadedAt} />
        )}
      >
        {({ items, maintenances }) => (
          <>
            <WebsiteCards items={items} />
            <Maintenances maintenances={maintenances} />
            <HistoryLink until={state.loadedAt ?? 0} />
          </>
        )}
      </PublicView>
      <LanguageSwitch />
    </div>
  );
}

interface BannerProps {
  items: readonly StatusOverviewItem[];
  openIncidents: number;
  loadedAt: number | null;
}

function OverviewBanner({ items, openIncidents, loadedAt }: BannerProps) {
  const detail = affectedNames(
    problemsFirst(items.filter(hasIssues)).map(({ name }) => name),
    publicTexts('pages'),
  );
  return (
    <Verdict {...overviewHeadline(items, openIncidents)} {...(detail === undefined ? {} : { detail })}>
      {loadedAt === null ? null : (
        <span className="text-[0.8125rem] whitespace-nowrap max-md:hidden">
          <Time value={new Date(loadedAt).toISOString()} />
        </span>
      )}
    </Verdict>
  );
}

function WebsiteCards({ items }: { items: readonly StatusOverviewItem[] }) {
  const words = publicTexts('pages');
  const list = useListStateIn(usePageQuery(), { facets, defaultSort: '' });
  const search = list.deferredSearch.trim().toLowerCase();
  const onlyIssues = list.facet('show') === 'issues';
  const sorted = useMemo(() => problemsFirst(items), [items]);
  const matching = useMemo(
    () => sorted.filter((item) => item.name.toLowerCase().includes(search) && (!onlyIssues || hasIssues(item))),
    [sorted, search, onlyIssues],
  );
  const shown = useShownRows(matching);
  return (
    <>
      {items.length < searchFrom ? null : (
        <ListToolbar
          noun={words.websites}
          state={list}
          shown={matching.length}
          total={items.length}
          facets={[{ name: 'show', label: words.show, options: showOptions(items) }]}
        />
      )}
      {shown.rows.map((item) => (
        <WebsiteStatusCard key={item.id} item={item} isLight={shown.rows.length > wholeStripsUpTo} />
      ))}
      {items.length > 0 && matching.length === 0 ? <EmptyState title={words.noMatch} /> : null}
      <ShowMore shown={shown} noun={words.websites} />
      {shown.rows.length === 0 ? null : <StripKey hasMaintenance={items.some(hadMaintenance)} />}
    </>
  );
}

const hadMaintenance = ({ daily_uptime }: StatusOverviewItem): boolean =>
  daily_uptime.some(({ maintenance_checks = 0 }) => maintenance_checks > 0);

const showOptions = (items: readonly StatusOverviewItem[]) => [
  { value: 'all', label: publicTexts('pages').all, count: items.length },
  { value: 'issues', label: publicTexts('pages').issuesOnly, count: items.filter(hasIssues).length },
];

/** Query of the address without the router. */
function usePageQuery(): AddressQuery {
  const [params, setParams] = useState(() => new URLSearchParams(window.location.search));
  useEffect(() => {
    const query = params.toString();
    window.history.replaceState(null, '', window.location.pathname + (query && `?${query}`));
  }, [params]);
  const set = useCallback<AddressQuery[1]>((change) => setParams((old) => withChange(old, change(old))), []);
  return [params, set];
}
