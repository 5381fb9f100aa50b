import { lists } from '@upvigil/core/languages/compiled/english/lists';
import { Fragment, type ReactNode, useId } from 'react';
import { translated } from '../../language/catalogue.ts';
import { controlClass } from '../basics/control-class.ts';
import type { ListState } from './list-state.ts';

interface FacetOption {
  value: string;
  label: string;
  /** Number of rows with this value. */
  count?: number;
}

/** A control of its own instead of a select. */
interface OwnFacet {
  name: string;
  control: ReactNode;
}

interface Facet {
  /** Name of the facet in the list state. */
  name: string;
  label: string;
  options: readonly FacetOption[];
  className?: string;
}

interface ListToolbarProps {
  /** Plural noun of the rows: 'websites', 'network services'. */
  noun: string;
  state: ListState;
  facets?: readonly (Facet | OwnFacet)[];
  /** Custom control instead of the select of a facet. */
  filter?: ReactNode;
  sorts?: readonly FacetOption[];
  shown: number;
  total: number;
  /** Text that replaces the total, if it is not a number of rows of one kind. */
  of?: string | undefined;
  /** Buttons at the end of the toolbar. */
  children?: ReactNode;
}

/** Toolbar of a list: search, facets with counts, sort order, '12 of 500' and Reset. */
export function ListToolbar({ noun, state, facets = [], filter, sorts, shown, total, of, children }: ListToolbarProps) {
  const words = translated('lists', lists);
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label={words.filter({ noun })}>
      <input
        type="search"
        aria-label={words.search({ noun })}
        placeholder={words.placeholder}
        className={`${controlClass} w-full sm:w-56`}
        value={state.search}
        onChange={(event) => state.setSearch(event.target.value)}
      />
      {facets.map((facet) =>
        'control' in facet ? (
          <Fragment key={facet.name}>{facet.control}</Fragment>
        ) : (
          <LabelledSelect
            key={facet.name}
            label={facet.label}
            options={facet.options}
            className={facet.className}
            value={state.facet(facet.name)}
            onChange={(value) => state.setFacet(facet.name, value)}
          />
        ),
      )}
      {filter}
      {sorts ? <LabelledSelect label={words.sort} options={sorts} value={state.sort} onChange={state.setSort} /> : null}
      <span className="text-(--muted)" aria-live="polite">
        {shown === total && of ? of : words.shownOf({ shown, total: of ?? total })}
      </span>
      <button
        type="button"
        className={`cursor-pointer rounded-md px-2 py-1 font-medium text-(--accent) hover:bg-(--hover) pointer-coarse:min-h-11 ${state.isFiltered ? '' : 'invisible max-sm:hidden'}`}
        onClick={state.reset}
      >
        {words.reset}
      </button>
      {children ? <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0 max-sm:w-full">{children}</div> : null}
    </search>
  );
}

interface LabelledSelectProps {
  label: string;
  options: readonly FacetOption[];
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
}

/** Native select with its label beside it. Each option shows how many rows it matches. */
function LabelledSelect({ label, options, value, onChange, className = '' }: LabelledSelectProps) {
  const id = useId();
  return (
    <div className={`flex items-center gap-2 ${className}`}>
      <label htmlFor={id} className="text-(--muted)">
        {label}
      </label>
      <select id={id} className={controlClass} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.count === undefined ? option.label : `${option.label} (${option.count})`}
          </option>
        ))}
      </select>
    </div>
  );
}
