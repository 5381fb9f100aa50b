import { useEffect, useState } from 'react';
import type { outageCode } from './outages/outage-code.ts';

export type OutageCode = typeof outageCode;

/** What makes outages of alerts, loaded once it is wanted and what is drawn by then stands there; null until then. */
export function useOutageCode(isWanted: boolean): OutageCode | null {
  const [code, setCode] = useState<OutageCode | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const fail = (error: unknown) =>
      // Thrown while the page is drawn, so that its boundary deals with it.
      setCode(() => {
        throw error;
      });
    const load = () => void import('./outages/outage-code.ts').then((loaded) => setCode(loaded.outageCode), fail);
    const timer = setTimeout(load);
    return () => clearTimeout(timer);
  }, [isWanted]);
  return code;
}
