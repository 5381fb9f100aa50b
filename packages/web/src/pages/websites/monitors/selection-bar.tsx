import {
  CheckCheck,
  Copy,
  Ellipsis,
  FolderInput,
  type LucideIcon,
  Pause,
  Play,
  RefreshCw,
  Tag,
  Timer,
  Trash2,
  VolumeX,
  Wrench,
  X,
} from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useState } from 'react';
import { needsServer, useIsAway } from '../../../reachability/watch-server.ts';
import type { MonitorAction } from './selection.ts';
import { reasonUnfit, type Selection, selectedCount, websiteCount } from './selection.ts';

interface BarAction {
  action: MonitorAction;
  text: string;
  Icon: LucideIcon;
  /** Without 'More', some are hidden on small screens, and some on all. */
  hidden: '' | 'max-md:hidden' | 'always';
}

const actions: readonly BarAction[] = [
  { action: 'disable', text: 'Pause', Icon: Pause, hidden: '' },
  { action: 'enable', text: 'Resume', Icon: Play, hidden: 'max-md:hidden' },
  { action: 'mute', text: 'Mute', Icon: VolumeX, hidden: '' },
  { action: 'maintenance', text: 'Maintenance', Icon: Wrench, hidden: '' },
  { action: 'interval', text: 'Change interval', Icon: Timer, hidden: 'max-md:hidden' },
  { action: 'tags', text: 'Add tag', Icon: Tag, hidden: '' },
  { action: 'move', text: 'Move', Icon: FolderInput, hidden: 'max-md:hidden' },
  { action: 'duplicate', text: 'Duplicate', Icon: Copy, hidden: 'max-md:hidden' },
  { action: 'delete', text: 'Delete', Icon: Trash2, hidden: 'max-md:hidden' },
  { action: 'check', text: 'Check now', Icon: RefreshCw, hidden: 'always' },
  { action: 'acknowledge', text: 'Acknowledge', Icon: CheckCheck, hidden: 'always' },
];

interface SelectionBarProps {
  selection: Selection;
  /** Number of matching monitors. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
  onAct: (action: MonitorAction) => void;
}

const buttonClass =
  'inline-flex h-8.5 shrink-0 cursor-pointer items-center justify-center gap-1.5 rounded-lg px-1.75 text-[0.8125rem] font-medium whitespace-nowrap hover:bg-(--none-bg) disabled:cursor-not-allowed disabled:text-(--hint) disabled:hover:bg-transparent pointer-coarse:min-h-11 max-md:h-11 max-md:min-w-15 max-md:flex-1 max-md:flex-col max-md:gap-0.5 max-md:px-1 max-md:text-[0.6875rem] max-md:leading-4';

/** Actions on the selected monitors, floating at the bottom. One tab stop; arrow keys move. */
export function SelectionBar({ selection, total, onSelectAll, onClear, onAct }: SelectionBarProps) {
  const isAway = useIsAway();
  const [isMore, setIsMore] = useState(false);
  const count = selectedCount(selection);
  return (
    <Toolbar.Root
      aria-label="Actions for the selected monitors"
      className="sticky bottom-4 z-4 [anchor-name:--selection-bar] flex flex-wrap items-center gap-x-0.5 gap-y-1 rounded-[14px] border border-(--border-strong) bg-(--pop) py-2 pr-2 pl-4 [box-shadow:var(--shadow)] max-md:fixed max-md:inset-x-3 max-md:bottom-[calc(74px+env(safe-area-inset-bottom))] max-md:px-3"
    >
      <Count selection={selection} />
      {count < total ? (
        <Toolbar.Button
          className="ml-2 cursor-pointer rounded-md py-1.5 text-[0.8125rem] font-medium whitespace-nowrap text-(--accent) hover:underline max-md:ml-auto"
          onClick={onSelectAll}
        >
          Select all {total.toLocaleString('en')} <span className="max-md:sr-only">matching monitors</span>
        </Toolbar.Button>
      ) : null}
      <span className="ml-auto flex flex-wrap items-center gap-0.5 max-xl:w-full">
        {actions.map(({ action, text, Icon, hidden }) => {
          if (hidden === 'always' && !isMore) return null;
          const reason = isAway ? needsServer : reasonUnfit(action, selection);
          return (
            <Toolbar.Button
              key={action}
              disabled={reason !== undefined}
              title={reason}
              className={`${buttonClass} ${action === 'delete' ? 'text-(--down-fg)' : ''} ${isMore ? '' : hidden}`}
              onClick={() => onAct(action)}
            >
              <Icon aria-hidden="true" size={16} />
              {text}
            </Toolbar.Button>
          );
        })}
        <Toolbar.Button
          aria-expanded={isMore}
          aria-label={isMore ? 'Fewer actions' : 'More actions'}
          className={buttonClass}
          onClick={() => setIsMore(!isMore)}
        >
          <Ellipsis aria-hidden="true" size={16} />
          <span aria-hidden="true" className="md:hidden">
            {isMore ? 'Less' : 'More'}
          </span>
        </Toolbar.Button>
        <Toolbar.Button
          aria-label="End selection"
          title="End selection"
          className={`${buttonClass} max-md:hidden`}
          onClick={onClear}
        >
          <X aria-hidden="true" size={16} />
        </Toolbar.Button>
      </span>
    </Toolbar.Root>
  );
}

function Count({ selection }: { selection: Selection }) {
  const websites = websiteCount(selection);
  return (
    <p role="status" className="text-[0.8125rem] whitespace-nowrap">
      <b className="font-semibold">{selectedCount(selection).toLocaleString('en')} selected</b>
      {websites === null ? null : (
        <span className="text-(--muted)">{` in ${websites} website${websites === 1 ? '' : 's'}`}</span>
      )}
    </p>
  );
}
