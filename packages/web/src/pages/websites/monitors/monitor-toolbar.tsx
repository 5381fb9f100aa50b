import { useQuery } from '@tanstack/react-query';
import { kindLabel } from '@upvigil/core/contract/monitor-kinds/kind-label';
import type { ListedMonitors } from '@upvigil/core/contract/monitors';
import { listedStates } from '@upvigil/core/contract/names/states';
import type { Website } from '@upvigil/core/contract/websites';
import { shortInterval } from '@upvigil/core/format/short-duration';
import { stateBadges } from '@upvigil/core/status/monitor-state';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { controlClass } from '../../../components/basics/control-class.ts';
import type { ListState } from '../../../components/lists/list-state.ts';
import type { StatusOption } from '../../../components/lists/status-options.ts';
import { StatusSegments } from '../../../components/lists/status-segments.tsx';
import { DensityToggle } from '../../../components/rows/density-toggle.tsx';
import type { useDensity } from '../../../components/rows/use-density.ts';
import { StateDot } from '../../../components/tones/state-dot.tsx';
import { allTags } from '../../../monitors/tags-query.ts';
import {
  listedIntervals,
  listedKinds,
  monitorSorts,
  tagPrefixes,
  termLabel,
  termsOf,
  withoutTerm,
  withTerm,
} from './monitor-filter.ts';

interface MonitorToolbarProps {
  list: ListState;
  websites: readonly Website[];
  /** Undefined until the first response. */
  found: Omit<ListedMonitors, 'monitors'> | undefined;
  density: ReturnType<typeof useDensity>;
}

/** Search, states with counts, filters as chips, order and density. */
export function MonitorToolbar({ list, websites, found, density: [density, setDensity] }: MonitorToolbarProps) {
  const options = stateOptions(found?.states);
  const state = list.facet('state') || 'all';
  const setState = (value: string) => list.setFacet('state', value === 'all' ? '' : value);
  return (
    <search aria-label="Filter monitors" className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label="Search monitors"
          placeholder="Name, address, website…"
          className={`${controlClass} min-w-0 flex-1 md:w-70 md:flex-none`}
          value={list.search}
          onChange={({ target }) => list.setSearch(target.value)}
        />
        <StatusSegments label="Monitors by state" options={options} selected={state} onSelect={setState} />
        <Order list={list} />
        <DensityToggle density={density} onChange={setDensity} />
      </div>
      <div className="flex items-center gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:pb-1 max-md:[scrollbar-width:none] md:flex-wrap">
        <StateChips options={options} selected={state} onSelect={setState} />
        <TagFilter list={list} />
        <ChipSelect
          label="Kind"
          value={list.facet('kind')}
          options={listedKinds.map((kind) => ({ value: kind, label: kindLabel(kind) }))}
          onChange={(kind) => list.setFacet('kind', kind)}
        />
        <ChipSelect
          label="Website"
          value={list.facet('website')}
          options={websites.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(website) => list.setFacet('website', website)}
        />
        <ChipSelect
          label="Interval"
          value={list.facet('interval')}
          options={listedIntervals(list.facet('interval')).map((seconds) => ({
            value: String(seconds),
            label: shortInterval(seconds),
          }))}
          onChange={(interval) => list.setFacet('interval', interval)}
        />
        {list.isFiltered ? (
          <button
            type="button"
            className="shrink-0 cursor-pointer rounded-md px-2 py-1 text-[0.8125rem] font-medium text-(--accent) hover:bg-(--hover) pointer-coarse:min-h-11"
            onClick={list.reset}
          >
            Reset
          </button>
        ) : null}
        <p role="status" className="ml-auto shrink-0 text-[0.8125rem] whitespace-nowrap text-(--muted) max-md:sr-only">
          {found ? `${found.total.toLocaleString('en')} of ${found.all.toLocaleString('en')}` : ''}
        </p>
      </div>
    </search>
  );
}

function stateOptions(states: ListedMonitors['states'] | undefined): StatusOption[] {
  const counts = listedStates.map((state) => ({
    value: state,
    label: stateBadges[state].label,
    count: states?.[state] ?? 0,
    tone: stateBadges[state].tone,
  }));
  return [{ value: 'all', label: 'all', count: counts.reduce((sum, { count }) => sum + count, 0) }, ...counts];
}

const Order = ({ list }: { list: ListState }) => (
  <label className="flex items-center gap-2 text-[0.8125rem] text-(--muted) md:ml-auto">
    <span className="max-md:sr-only">Sort</span>
    <select
      className={`${controlClass} max-md:max-w-36`}
      value={list.sort}
      onChange={({ target }) => list.setSort(target.value)}
    >
      {monitorSorts.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </label>
);

const chipClass =
  'inline-flex h-7.5 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border px-2.5 text-[0.8125rem] font-medium whitespace-nowrap max-md:h-10 pointer-coarse:h-10';
const offClass = 'border-(--border-strong) bg-(--surface) hover:bg-(--hover)';
const onClass = 'border-(--accent) bg-(--accent-subtle) text-(--accent)';

interface StateChipsProps {
  options: readonly StatusOption[];
  selected: string;
  onSelect: (state: string) => void;
}

/** Down and slow on screens without room for all states, and the selected state. */
const StateChips = ({ options, selected, onSelect }: StateChipsProps) => (
  <span className="contents xl:hidden">
    {options
      .filter(({ value }) => value === 'down' || value === 'slow' || (value === selected && value !== 'all'))
      .map(({ value, label, count, tone }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === selected}
          className={`${chipClass} ${value === selected ? onClass : offClass}`}
          onClick={() => onSelect(value === selected ? 'all' : value)}
        >
          {tone ? <StateDot tone={tone} /> : null}
          {label} <span className="text-(--muted)">{count.toLocaleString('en')}</span>
        </button>
      ))}
  </span>
);

interface ChipSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A select that looks like a chip. */
const ChipSelect = ({ label, value, options, onChange }: ChipSelectProps) => (
  <Chip label={label} value={value} onChange={onChange} isOn={value !== ''}>
    <option value="">all</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </Chip>
);

interface ChipProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isOn: boolean;
  /** Options. */
  children: ReactNode;
}

const Chip = ({ label, value, onChange, isOn, children }: ChipProps) => (
  <label className={`${chipClass} pr-1.5 ${isOn ? onClass : offClass}`}>
    <span className={isOn ? '' : 'font-normal text-(--muted)'}>{label}</span>
    <select
      className="max-w-40 [field-sizing:content] cursor-pointer rounded-full bg-transparent font-medium [&>*]:bg-(--pop) [&>*]:text-(--text)"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {children}
    </select>
  </label>
);

/** A chip for each term of the filter, and a list that adds one. */
function TagFilter({ list }: { list: ListState }) {
  const { data = [] } = useQuery(allTags());
  const tag = list.facet('tag');
  const tags = data.map((each) => each.tag);
  const prefixes = tagPrefixes(tags);
  const change = (next: string) => list.setFacet('tag', next);
  return (
    <>
      {termsOf(tag).map((term) => (
        <button
          key={term}
          type="button"
          aria-label={`Remove filter tag ${termLabel(term)}`}
          className={`${chipClass} ${onClass}`}
          onClick={() => change(withoutTerm(tag, term))}
        >
          <span className="font-normal">tag</span>
          {termLabel(term)}
          <X aria-hidden="true" size={14} />
        </button>
      ))}
      <Chip label="Tag" value="" isOn={false} onChange={(term) => change(withTerm(tag, term))}>
        <option value="">{tag === '' ? 'all' : 'add'}</option>
        {prefixes.length > 0 ? (
          <optgroup label="Any that starts with">
            <Terms terms={prefixes} />
          </optgroup>
        ) : null}
        <optgroup label="With">
          {data.map(({ tag: one, monitor_count }) => (
            <option key={one} value={one}>{`${one} (${monitor_count})`}</option>
          ))}
        </optgroup>
        <optgroup label="Without">
          <Terms terms={[...prefixes, ...tags].map((one) => `!${one}`)} />
        </optgroup>
      </Chip>
    </>
  );
}

const Terms = ({ terms }: { terms: readonly string[] }) =>
  terms.map((term) => (
    <option key={term} value={term}>
      {termLabel(term)}
    </option>
  ));
