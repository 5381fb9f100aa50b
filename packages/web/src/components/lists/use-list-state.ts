import { type ListState, type ListStateOptions, useListStateIn } from './list-state.ts';
import { useRouterQuery } from './use-router-query.ts';

/** Search, facets and sort order of a list on a page behind the router. */
export const useListState = (options: ListStateOptions): ListState => useListStateIn(useRouterQuery(), options);
