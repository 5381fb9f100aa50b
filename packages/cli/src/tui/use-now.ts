import { useEffect, useState } from 'react';

/** The current time, updated every `everyMs` milliseconds; never with null. */
export function useNow(now: () => number, everyMs: number | null): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (everyMs === null) return;
    setTime(now());
    const timer = setInterval(() => setTime(now()), everyMs);
    return () => clearInterval(timer);
  }, [now, everyMs]);
  return everyMs === null ? now() : time;
}
