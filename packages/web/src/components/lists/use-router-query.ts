import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type AddressQuery, withChange } from './list-state.ts';

/** Last query that was set but is not rendered yet. Global, because a page has one address. */
let awaited: URLSearchParams | null = null;

/**
 * Query of the address on pages behind the router, which applies changes asynchronously. Changes build on the pending
 * query, so that two quick changes do not overwrite each other.
 */
export function useRouterQuery(): AddressQuery {
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    awaited = null;
  }, []);
  useEffect(() => {
    if (awaited?.toString() === params.toString()) awaited = null;
  }, [params]);
  const set = useCallback<AddressQuery[1]>(
    (change) => {
      const old = awaited ?? params;
      awaited = withChange(old, change(old));
      setParams(awaited, { replace: true });
    },
    [params, setParams],
  );
  return [params, set];
}
