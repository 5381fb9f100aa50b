import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** All tags of monitors with their counts. */
export const allTags = () =>
  queryOptions({
    queryKey: ['all-monitors', 'tags'],
    queryFn: async ({ signal }) => (await api()).monitors.tags({ signal }),
  });
