import { useSearchParams } from 'react-router-dom';

/** Selected tab, stored in the address as `?tab=`. The default tab is not stored. */
export function useTab<Id extends string>(ids: readonly Id[], initial: Id): [Id, (id: string) => void] {
  const [params, setParams] = useSearchParams();
  const selected = ids.find((id) => id === params.get('tab')) ?? initial;
  const select = (id: string) => setParams(id === initial ? {} : { tab: id });
  return [selected, select];
}
