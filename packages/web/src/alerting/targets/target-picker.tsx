import { useQueries, useQuery } from '@tanstack/react-query';
import { maintenanceSentences } from '@upvigil/core/contract/fields/input-messages';
import type { Website } from '@upvigil/core/contract/websites';
import { defaults } from '@upvigil/core/defaults';
import { urlTitle } from '@upvigil/core/format/monitor-name';
import { limits } from '@upvigil/core/limits';
import { networkState, serviceState, stateBadges, urlState } from '@upvigil/core/status/monitor-state';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import * as queries from '../../api/queries.ts';
import { PickList } from '../../components/forms/pick-list.tsx';
import type { ContractForm } from '../../components/forms/use-contract-form.ts';
import { type Targets, useTargetNames } from '../../monitors/use-target-names.ts';
import { allState, type PickMonitor, pickRows, withSelected } from './pick-rows.ts';
import { useFoundUrls } from './use-found-urls.ts';

interface TargetWords {
  legend: string;
  /** Text without a selection. */
  none: string;
  hint?: string;
  /** Without a selection, all websites are meant. Otherwise 'All websites' selects each of them. */
  emptyMeansAll?: boolean;
  /** Only websites can be selected. */
  websitesOnly?: boolean;
}

type TargetForm = ContractForm<Targets>;

/** Form field that stores the selected targets as `website_ids` and `monitor_ids`. */
export const targetsField =
  (words: TargetWords) =>
  <Values extends FieldValues & { [Name in keyof Targets]?: number[] | undefined }>(
    contractForm: ContractForm<Values>,
  ) => <TargetPicker {...words} contractForm={contractForm as unknown as TargetForm} />;

/** Form field that stores selected websites as `website_ids`. */
export const websitesField =
  (words: TargetWords) =>
  <Values extends FieldValues & { website_ids?: number[] | undefined }>(contractForm: ContractForm<Values>) => (
    <TargetPicker {...words} websitesOnly contractForm={contractForm as unknown as TargetForm} />
  );

const noWebsites: readonly Website[] = [];

function TargetPicker(props: TargetWords & { contractForm: TargetForm }) {
  const { legend, none, hint, emptyMeansAll = false, websitesOnly = false, contractForm } = props;
  const { form, errorOf } = contractForm;
  const [website_ids = [], monitor_ids = []] = form.watch(['website_ids', 'monitor_ids']);
  const targets = { website_ids, monitor_ids };
  const [search, setSearch] = useState('');
  const deferredSearch = useDeferredValue(search);
  const [openIds, setOpenIds] = useState<readonly number[]>([]);
  const loaded = useQuery(queries.websites());
  const websites = loaded.data ?? noWebsites;
  const opened = useMonitorsOf(openIds, websites);
  const found = useFoundMonitors(websitesOnly ? '' : deferredSearch);
  const rows = pickRows({
    websites,
    opened,
    found,
    ...useFirst(targets),
    targets,
    search: deferredSearch,
    hasMonitors: !websitesOnly,
    all: allState(targets, websites.length, emptyMeansAll),
  });

  const onSelect = useCallback(
    (key: string, isOn: boolean) => {
      const before = {
        website_ids: form.getValues('website_ids') ?? [],
        monitor_ids: form.getValues('monitor_ids') ?? [],
      };
      const after = withSelected(before, { key, isOn }, { websites, opened, emptyMeansAll });
      const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
      if (!websitesOnly) form.setValue('monitor_ids', after.monitor_ids, options);
      form.setValue('website_ids', after.website_ids, options);
    },
    [form, websites, opened, emptyMeansAll, websitesOnly],
  );
  const onOpen = useCallback((key: string, isOpen: boolean) => {
    const id = Number(key.split(' ')[1]);
    setOpenIds((ids) => [...ids.filter((each) => each !== id), ...(isOpen ? [id] : [])]);
  }, []);
  const count = website_ids.length + monitor_ids.length;
  return (
    <PickList
      legend={legend}
      hint={hint}
      error={errorText(errorOf('website_ids') ?? errorOf('monitor_ids'))}
      noun={websitesOnly ? 'websites' : 'websites and monitors'}
      rows={rows}
      summary={count === 0 ? none : `${count} selected`}
      search={search}
      onSearch={setSearch}
      empty={emptyText(loaded, search)}
      onSelect={onSelect}
      onOpen={onOpen}
    />
  );
}

export const chooseTarget = 'Choose at least one website, service or tag.';

/** The contract's message names fields of the API. */
const errorText = (message: string | undefined): string | undefined =>
  message === maintenanceSentences.noTarget ? chooseTarget : message;

function emptyText({ isPending, isError }: { isPending: boolean; isError: boolean }, search: string): string {
  if (isPending) return 'Loading websites...';
  if (isError) return 'Could not load websites';
  return search.trim() === '' ? 'There are no websites yet' : 'Nothing matches the search';
}

/** The selection when the list was opened. It stays first while the selection changes. */
function useFirst(targets: Targets) {
  const [opening] = useState(targets);
  const names = useTargetNames([opening], limits.routeTargets);
  return {
    first: opening.monitor_ids.map((id) => ({ id, name: names.monitor(id) })),
    firstWebsites: new Set(opening.website_ids),
  };
}

const dataOf = <Row,>(results: readonly { data: Row[] | undefined }[]): (Row[] | undefined)[] =>
  results.map(({ data }) => data);

/** URLs of each opened website, then its network monitors. */
function useMonitorsOf(
  ids: readonly number[],
  websites: readonly Website[],
): ReadonlyMap<number, readonly PickMonitor[]> {
  const urls = useQueries({ queries: ids.map((id) => queries.urlsOfWebsite(id)), combine: dataOf });
  const services = useQueries({ queries: ids.map((id) => queries.networkMonitorsOfWebsite(id)), combine: dataOf });
  return useMemo(() => {
    const names = new Map(websites.map(({ id, name }) => [id, name]));
    const monitorsAt = (at: number, website_name: string): PickMonitor[] => [
      ...(urls[at] ?? []).map((url) => ({
        id: url.id,
        website_id: url.website_id,
        website_name,
        name: urlTitle(url),
        badge: stateBadges[urlState(url)],
      })),
      ...(services[at] ?? []).map((service) => ({
        id: service.id,
        website_id: service.website_id,
        website_name,
        name: service.name,
        badge: stateBadges[networkState(service)],
      })),
    ];
    return new Map(ids.map((id, at) => [id, monitorsAt(at, names.get(id) ?? '')]));
  }, [ids, urls, services, websites]);
}

/** Monitors of all websites that match the search: URLs by label or address, network monitors by name. */
function useFoundMonitors(search: string): readonly PickMonitor[] {
  const text = search.trim().toLowerCase();
  const urls = useFoundUrls(search);
  const { data } = useQuery({ ...queries.dashboardStats(defaults.hours.dashboard), enabled: text !== '' });
  return useMemo(() => {
    if (text === '') return [];
    const services = (data?.network_stats ?? []).filter(({ name }) => name.toLowerCase().includes(text));
    return [
      ...urls.map((url) => ({ ...url, name: urlTitle(url), badge: stateBadges[serviceState(url)] })),
      ...services.map((service) => ({
        id: service.monitor_id,
        website_id: service.website_id,
        website_name: service.website_name,
        name: service.name,
        badge: stateBadges[serviceState(service)],
      })),
    ];
  }, [text, urls, data]);
}
