import { secondMs } from '@upvigil/core/time';
import { useEffect, useState } from 'react';

/** Current time in ms since the epoch, updated each second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
