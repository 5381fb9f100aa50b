import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';

/** Parameters of the address to set; null removes one. */
export type QueryChange = Readonly<Record<string, string | null>>;

/**
 * Query of the address and its setter, from the router or from a page without it. Changes replace the current history
 * entry.
 */
export type AddressQuery = readonly [URLSearchParams, (change: (old: URLSearchParams) => QueryChange) => void];

export function withChange(old: URLSearchParams, change: QueryChange): URLSearchParams {
  const next = new URLSearchParams(old);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export interface ListState {
  search: string;
  /** Deferred search text. Lists filter by it, so that typing stays responsive. */
  deferredSearch: string;
  /** Selected value of a facet, or its default. */
  facet: (name: string) => string;
  sort: string;
  isFiltered: boolean;
  setSearch: (text: string) => void;
  setFacet: (name: string, value: string) => void;
  setSort: (sort: string) => void;
  reset: () => void;
}

export interface ListStateOptions {
  /** Prefix of the query parameters, so that two lists on a page do not collide. */
  prefix?: string;
  /** Default of each facet: `{ status: 'all' }`. Must be a module constant. */
  facets: Readonly<Record<string, string>>;
  defaultSort: string;
}

const writeAfterMs = 250;

/**
 * Search, facets and sort order of a list. Stored in the address (`?q=…&status=down&sort=name`), so that they can be
 * shared and survive a reload. Defaults are omitted.
 */
export function useListStateIn(
  address: AddressQuery,
  { prefix = '', facets, defaultSort }: ListStateOptions,
): ListState {
  const [params, setParams] = address;
  const [search, setSearch] = useSearchText(`${prefix}q`, address);
  const deferredSearch = useDeferredValue(search);
  const sort = params.get(`${prefix}sort`) ?? defaultSort;
  const facet = useCallback(
    (name: string) => params.get(prefix + name) ?? facets[name] ?? '',
    [params, prefix, facets],
  );
  const write = (name: string, value: string, byDefault: string) =>
    startTransition(() => setParams(() => ({ [prefix + name]: value === byDefault ? null : value })));
  const names = Object.keys(facets);
  return {
    search,
    deferredSearch,
    facet,
    sort,
    isFiltered: search !== '' || names.some((name) => facet(name) !== facets[name]),
    setSearch,
    setFacet: (name, value) => write(name, value, facets[name] ?? ''),
    setSort: (value) => write('sort', value, defaultSort),
    reset: () => {
      setSearch('');
      setParams(() => Object.fromEntries(['q', ...names].map((name) => [prefix + name, null])));
    },
  };
}

/** The text changes at once. The address follows after a pause in typing, because changing it renders the page. */
function useSearchText(name: string, [params, setParams]: AddressQuery): [string, (text: string) => void] {
  const inAddress = params.get(name) ?? '';
  const [text, setText] = useState(inAddress);
  const written = useRef(inAddress);
  const latestSetParams = useRef(setParams);
  useEffect(() => {
    latestSetParams.current = setParams;
  });
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);
  useEffect(() => {
    if (text === written.current) return;
    const timer = setTimeout(() => {
      written.current = text;
      startTransition(() => latestSetParams.current(() => ({ [name]: text || null })));
    }, writeAfterMs);
    return () => clearTimeout(timer);
  }, [text, name]);
  return useMemo(() => [text, setText], [text]);
}
