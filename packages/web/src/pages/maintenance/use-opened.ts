import type { MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What is open over the page: the form of a window, of a new one (null), or the start, perhaps for one website. */
export type Opened = { window: MaintenanceWindow | null } | { start: number | null } | undefined;

/** `?start` in the address opens the start, `?start=3` for that website, so that other pages have a way there. */
export function useOpened(): [Opened, (opened: Opened) => void] {
  const [params, setParams] = useSearchParams();
  const asked = params.get('start');
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    if (asked === null) return;
    setOpened({ start: /^[1-9]\d{0,9}$/.test(asked) ? Number(asked) : null });
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        next.delete('start');
        return next;
      },
      { replace: true },
    );
  }, [asked, setParams]);
  return [opened, setOpened];
}
