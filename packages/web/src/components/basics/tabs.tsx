import { Tabs as Radix } from 'radix-ui';
import { Fragment, type ReactNode } from 'react';
import { useShownTab } from './use-shown-tab.ts';

interface Tab {
  id: string;
  label: string;
  /** Heading above the first tab of a group, if the tabs are stacked. */
  group?: string | undefined;
  /** Shown after the label. */
  count?: number | undefined;
  panel: ReactNode;
}

interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
  /** Set when the tabs are stacked. */
  orientation?: 'vertical' | undefined;
  className?: string;
}

/**
 * Arrow keys move the focus; Enter or Space selects, because each panel sends requests. Only the selected panel is
 * rendered.
 */
export function Tabs({ label, tabs, selected, onSelect, orientation, className = '' }: TabsProps) {
  const list = useShownTab<HTMLDivElement>(tabs.findIndex(({ id }) => id === selected));
  return (
    <Radix.Root
      value={selected}
      onValueChange={onSelect}
      activationMode="manual"
      orientation={orientation}
      className={`grid min-w-0 gap-4 ${className}`}
    >
      <Radix.List ref={list} aria-label={label} className="relative flex overflow-x-auto border-b border-(--border)">
        {tabs.map(({ id, label: name, group, count }) => (
          <Fragment key={id}>
            {group && orientation ? (
              <span aria-hidden="true" className="px-3.5 pt-3.5 pb-1 text-xs font-medium text-(--hint)">
                {group}
              </span>
            ) : null}
            <Radix.Trigger
              value={id}
              onFocus={({ currentTarget }) => {
                // Browsers treat a partly visible tab as in view and do not scroll to it.
                currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
              }}
              className="-mb-px min-h-11 cursor-pointer border-b-2 border-transparent px-3.5 font-medium max-sm:flex-auto max-sm:px-2 max-sm:leading-4 sm:whitespace-nowrap text-(--muted) hover:text-(--text) focus-visible:-outline-offset-2 data-[state=active]:border-(--text) data-[state=active]:text-(--text)"
            >
              {name}
              {count === undefined ? null : (
                <span className="ml-2 rounded-[5px] max-sm:ml-1 bg-(--none-bg) px-1.5 py-0.5 text-xs text-(--none-fg)">
                  {count}
                </span>
              )}
            </Radix.Trigger>
          </Fragment>
        ))}
      </Radix.List>
      {tabs.map(({ id, panel }) => (
        <Radix.Content key={id} value={id} className="min-w-0 rounded-md">
          {panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
