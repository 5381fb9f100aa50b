import { useSearchParams } from 'react-router-dom';

/** The selected tab, kept in the address as `?tab=`; the first one is the default and leaves the address bare. */
export function useTab<Id extends string>(ids: readonly [Id, ...Id[]]): [Id, (id: string) => void] {
  const [params, setParams] = useSearchParams();
  const selected = ids.find((id) => id === params.get('tab')) ?? ids[0];
  const select = (id: string) => setParams(id === ids[0] ? {} : { tab: id });
  return [selected, select];
}
