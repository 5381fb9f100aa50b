import { type ListState, type ListStateOptions, useListStateIn } from './list-state.ts';
import { useRouterQuery } from './use-router-query.ts';

/** List state for pages behind the router. */
export const useListState = (options: ListStateOptions): ListState => useListStateIn(useRouterQuery(), options);
