import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Calls back with the value of a query parameter and removes it from the address, so that a reload does not open the
 * dialog again. `onAsked` must be stable, such as a state setter.
 */
export function useAsked(parameter: string, onAsked: (value: string) => void): void {
  const [params, setParams] = useSearchParams();
  const asked = params.get(parameter);
  useEffect(() => {
    if (asked === null) return;
    onAsked(asked);
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete(parameter);
        return next;
      },
      { replace: true },
    );
  }, [asked, parameter, onAsked, setParams]);
}
