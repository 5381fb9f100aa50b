import type { MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import { useCallback, useState } from 'react';
import { useAsked } from '../../components/dialogs/use-asked.ts';

/** What is open over the page: the form of a window, of a new one (null), or the start, perhaps for one website. */
export type Opened = { window: MaintenanceWindow | null } | { start: number | null } | undefined;

/** `?start` in the address opens the start, `?start=3` for that website, so that other pages have a way there. */
export function useOpened(): [Opened, (opened: Opened) => void] {
  const [opened, setOpened] = useState<Opened>();
  const start = useCallback(
    (website: string) => setOpened({ start: /^[1-9]\d{0,9}$/.test(website) ? Number(website) : null }),
    [],
  );
  useAsked('start', start);
  return [opened, setOpened];
}
