import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

const noDetails: readonly string[] = [];

/**
 * Calls back with the value of a query parameter and removes it from the address, so that a reload does not open the
 * dialog again. `onAsked` must be stable, such as a state setter. `details`: parameters to remove with it; also stable.
 */
export function useAsked(parameter: string, onAsked: (value: string) => void, details = noDetails): void {
  const [params, setParams] = useSearchParams();
  const asked = params.get(parameter);
  useEffect(() => {
    if (asked === null) return;
    onAsked(asked);
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const name of [parameter, ...details]) next.delete(name);
        return next;
      },
      { replace: true },
    );
  }, [asked, parameter, onAsked, details, setParams]);
}
