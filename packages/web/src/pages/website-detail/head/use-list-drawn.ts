import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as queries from '../../../api/queries.ts';

/** Asks for nothing: the tab that is open does. */
const watched = { enabled: false } as const;

/** Whether the tab that is open has shown what it was opened for, so that what comes after it may be loaded. */
export function useListDrawn(websiteId: number): boolean {
  const { isPending: noUrls } = useQuery({ ...queries.urlsOfWebsite(websiteId), ...watched });
  const { isPending: noMonitors } = useQuery({ ...queries.networkMonitorsOfWebsite(websiteId), ...watched });
  const { isPending: noSlack } = useQuery({ ...queries.slackSettings(websiteId), ...watched });
  const isRead = !(noUrls && noMonitors && noSlack);
  const [drawn, setDrawn] = useState<number | null>(null);
  useEffect(() => {
    if (!isRead) return;
    // After the drawing, not with it.
    const frame = requestAnimationFrame(() => setDrawn(websiteId));
    return () => cancelAnimationFrame(frame);
  }, [isRead, websiteId]);
  return drawn === websiteId;
}
