import type { ListedMonitor } from '@upvigil/core/contract/monitors';
import { type RefObject, useEffect, useRef } from 'react';
import { type RowKey, rowKeyEvent } from '../../../shell/keys/key-map.ts';
import type { MonitorAction } from './selection.ts';
import { type Selection, selectedCount } from './selection.ts';

const actions: Record<RowKey, (monitor: ListedMonitor | undefined) => MonitorAction> = {
  pause: (monitor) => (monitor?.enabled === false ? 'enable' : 'disable'),
  mute: () => 'mute',
  acknowledge: () => 'acknowledge',
  edit: () => 'edit',
};

interface RowKeys {
  monitors: readonly ListedMonitor[];
  selection: Selection;
  act: (action: MonitorAction, on?: readonly ListedMonitor[]) => void;
}

/** Keys act on the selection, or without one on the focused row. Edit takes the focused row. */
export function useRowKeys(table: RefObject<HTMLTableElement | null>, keys: RowKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: Event) => {
      const { detail } = event as CustomEvent<RowKey>;
      const { monitors, selection, act } = latest.current;
      const row = document.activeElement?.closest<HTMLElement>('[data-id]');
      const focused = monitors.find(({ id }) => String(id) === row?.dataset.id);
      if (!table.current) return;
      event.preventDefault();
      if (detail !== 'edit' && selectedCount(selection) > 0) act(actions[detail](undefined));
      else if (focused) act(actions[detail](focused), [focused]);
    };
    document.addEventListener(rowKeyEvent, onKey);
    return () => document.removeEventListener(rowKeyEvent, onKey);
  }, [table]);
}
