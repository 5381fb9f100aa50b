import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Calls back with the value of a parameter of the address, and takes it away: what opens by it opens once, also when the page is
 * shown again. `onAsked` stays the same, as the setter of a state does.
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
