import { useQueryClient } from '@tanstack/react-query';
import type { ListedMonitor, MonitorFilter } from '@upvigil/core/contract/monitors';
import { monitorPath } from '@upvigil/core/contract/names/paths';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  type MonitorAction,
  noSelection,
  type PanelAction,
  selectedCount,
  withAllShown,
  withToggled,
} from './selection.ts';

/** A panel and the monitors that it is about. */
export interface BulkRequest {
  action: PanelAction;
  target: { ids: number[] } | { filter: MonitorFilter };
  count: number;
  /** Empty if not all of them are loaded. */
  monitors: readonly ListedMonitor[];
}

const changedGroups = [
  'all-monitors',
  'websites',
  'website',
  'urls',
  'monitors',
  'silences',
  'alerts',
  'dashboard',
  'down',
];

/** Selected monitors, which a changed filter clears, and the action that is asked for. */
export function useSelection(filter: MonitorFilter, rows: readonly ListedMonitor[]) {
  const [selection, setSelection] = useState(noSelection);
  const [request, setRequest] = useState<BulkRequest | null>(null);
  const [filterBefore, setFilterBefore] = useState(filter);
  if (filterBefore !== filter) {
    setFilterBefore(filter);
    setSelection(noSelection);
  }
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const latest = useRef({ rows, filter, selection, navigate });
  useEffect(() => {
    latest.current = { rows, filter, selection, navigate };
  });
  const select = useCallback((id: number, isRange: boolean) => {
    setSelection((old) => withToggled(old, latest.current.rows, { id, isRange }));
  }, []);
  const selectShown = useCallback(() => setSelection((old) => withAllShown(old, latest.current.rows)), []);
  /** `on`: these monitors instead of the selected ones. */
  const act = useCallback((action: MonitorAction, on?: readonly ListedMonitor[]) => {
    const { filter, selection: selected, navigate } = latest.current;
    const isAll = !on && selected.allCount !== null;
    const monitors = on ?? (isAll ? [] : [...selected.monitors.values()]);
    const [first] = monitors;
    if (action === 'edit' || action === 'duplicate') {
      if (first) void navigate(monitorPath(first.website_id, first.kind, first.id).replace('open=', `${action}=`));
      return;
    }
    const target = isAll ? { filter } : { ids: monitors.map(({ id }) => id) };
    setRequest({ action, target, count: on?.length ?? selectedCount(selected), monitors });
  }, []);
  const close = useCallback(
    (isDone = false) => {
      // A slow change may end after its panel was closed and another one was opened.
      setRequest((now) => (now === request ? null : now));
      if (!isDone) return;
      if (request?.action === 'delete') setSelection(noSelection);
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [group] }) => changedGroups.includes(String(group)),
      });
    },
    [queryClient, request],
  );
  return { selection, setSelection, select, selectShown, act, request, close };
}
