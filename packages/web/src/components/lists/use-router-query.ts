import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AddressQuery } from './list-state.ts';

/** The newest query that was asked for and is not drawn yet. There is one address, so there is one of it. */
let awaited: URLSearchParams | null = null;

/**
 * The query of the address on a page behind the router. The router draws a change a moment later; until then further changes build
 * on what was asked for, so that none of two quick ones is lost.
 */
export function useRouterQuery(): AddressQuery {
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    awaited = null;
  }, []);
  useEffect(() => {
    if (awaited?.toString() === params.toString()) awaited = null;
  }, [params]);
  const change = useCallback<AddressQuery[1]>(
    (makeNext, options) => {
      awaited = makeNext(awaited ?? params);
      setParams(awaited, options);
    },
    [params, setParams],
  );
  return [params, change];
}
