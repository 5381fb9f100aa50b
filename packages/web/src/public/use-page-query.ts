import { useCallback, useEffect, useState } from 'react';
import type { AddressQuery } from '../components/lists/list-state.ts';

/** The query of the address of a page without the router. A change replaces it in the address bar. */
export function usePageQuery(): AddressQuery {
  const [params, setParams] = useState(() => new URLSearchParams(window.location.search));
  useEffect(() => {
    const query = params.toString();
    window.history.replaceState(null, '', window.location.pathname + (query && `?${query}`));
  }, [params]);
  const change = useCallback<AddressQuery[1]>((makeNext) => setParams(makeNext), []);
  return [params, change];
}
