import { CommandGroup, CommandInput, CommandList, CommandRoot } from 'cmdk';
import { Search } from 'lucide-react';
import { type KeyboardEvent, memo, useContext, useEffect, useMemo, useState } from 'react';
import { useModal } from '../components/dialogs/modal-dialog.tsx';
import { withoutScheme } from '../components/rows/without-scheme.ts';
import { OpenCount } from '../shell/down-count/open-count.ts';
import { Key } from '../shell/keys/key.tsx';
import { useTheme } from '../shell/theme/theme.ts';
import { type Command, commandsFor, pagesFor } from './commands.ts';
import { CommandRow, TargetRow } from './palette-rows.tsx';
import type { Target } from './targets.ts';
import { openInNewTab, type Run, useRun } from './use-run.ts';
import { useTargets } from './use-targets.ts';

/** Limits of results without and with a search text. They keep each keystroke fast with thousands of services. */
const targetsShown = { unasked: 5, asked: 12 };

export interface PaletteProps {
  onClose: () => void;
  onKeys: () => void;
  onMute: (target: Target) => void;
}

/** Search over all pages, objects and actions. Mounted only while open. */
export function Palette({ onClose, onKeys, onMute }: PaletteProps) {
  const dialog = useModal(onClose);
  const [search, setSearch] = useState('');
  const [chosenId, choose] = useState('');
  const [, setTheme] = useTheme();
  const { targets, isLoading, hasFailed } = useTargets(search);
  const run = useRun({ onClose, onKeys, onMute, setTheme });
  const results = useResults(targets, search);
  const { found, commands, pages, total } = results;
  const best = found[0]?.id;
  // New results appear above earlier ones. Selects the first, so that Enter opens it.
  useEffect(() => {
    if (best !== undefined) choose(best);
  }, [best]);
  const shownCount = found.length + commands.length + pages.length;
  const onKeyDown = (event: KeyboardEvent) => {
    const path = pathOf(found, [...commands, ...pages], chosenId);
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || path === undefined) return;
    event.preventDefault();
    onClose();
    openInNewTab(path);
  };
  return (
    <dialog
      ref={dialog}
      aria-label="Search or jump to"
      closedby="any"
      className="mx-auto mt-26 w-160 max-w-[calc(100%-24px)] overflow-hidden rounded-[14px] border-0 bg-(--pop) p-0 text-(--text) [box-shadow:var(--shadow)] forced-colors:border max-md:mt-3"
    >
      <CommandRoot
        label="Search"
        shouldFilter={false}
        vimBindings={false}
        value={chosenId}
        onValueChange={choose}
        onKeyDown={onKeyDown}
      >
        <SearchField value={search} onValueChange={setSearch} />
        <CommandList
          label="Results"
          hidden={shownCount === 0}
          className="max-h-[60dvh] scroll-py-2 overflow-y-auto overscroll-contain pb-2"
        >
          <Groups results={results} run={run} />
        </CommandList>
        {shownCount === 0 ? (
          <p className="px-4.5 py-8 text-center text-(--muted)">{nothingFound(search, isLoading)}</p>
        ) : null}
        {hasFailed ? <p className="px-4.5 pb-2 text-(--muted)">Websites and services could not be loaded.</p> : null}
        <Foot shown={shownCount} total={total} />
      </CommandRoot>
    </dialog>
  );
}

function useResults(targets: readonly Target[], search: string) {
  const down = useContext(OpenCount);
  return useMemo(() => {
    const isAsked = search.trim() !== '';
    const found = findNamed(targets, withoutScheme(withoutActions(search))).slice(
      0,
      isAsked ? targetsShown.asked : targetsShown.unasked,
    );
    const allCommands = commandsFor(found);
    const allPages = pagesFor(down);
    return {
      found,
      commands: findNamed(allCommands, search),
      pages: findNamed(allPages, search),
      total: targets.length + allCommands.length + allPages.length,
    };
  }, [targets, search, down]);
}

type Results = ReturnType<typeof useResults>;

interface GroupsProps {
  results: Results;
  run: Run;
}

/** Memoized, so that arrow keys do not render the results again. */
const Groups = memo(function Groups({ results: { found, commands, pages }, run }: GroupsProps) {
  return (
    <>
      <Group heading="Websites and services" isShown={found.length > 0}>
        {found.map((target) => (
          <TargetRow key={target.id} target={target} onSelect={() => void run.go(target.path)} />
        ))}
      </Group>
      <Group heading="Actions" isShown={commands.length > 0}>
        {commands.map((command) => (
          <CommandRow key={command.id} command={command} onSelect={() => void run.command(command.does)} />
        ))}
      </Group>
      <Group heading="Go to" isShown={pages.length > 0}>
        {pages.map((page) => (
          <CommandRow key={page.id} command={page} onSelect={() => void run.command(page.does)} />
        ))}
      </Group>
    </>
  );
});

/** Path of the selected row; undefined for an action. */
function pathOf(found: readonly Target[], commands: readonly Command[], id: string): string | undefined {
  const does = commands.find((command) => command.id === id)?.does;
  if (typeof does === 'object' && 'path' in does) return does.path;
  return found.find((target) => target.id === id)?.path;
}

const nothingFound = (search: string, isLoading: boolean): string =>
  isLoading ? 'Loading websites and services...' : `No results for "${search.trim()}".`;

function SearchField(props: { value: string; onValueChange: (text: string) => void }) {
  return (
    <div className="relative flex items-center border-b border-(--border)">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute left-4.5 size-4.5 text-(--muted)"
        strokeWidth={1.5}
      />
      <CommandInput
        {...props}
        placeholder="Search or jump to…"
        className="h-13.5 w-full rounded-t-[14px] bg-transparent pr-16 pl-12 text-base text-(--text) focus-visible:-outline-offset-2"
      />
      <span aria-hidden="true" className="pointer-events-none absolute right-4.5">
        <Key>Esc</Key>
      </span>
    </div>
  );
}

const Group = ({ heading, isShown, children }: { heading: string; isShown: boolean; children: React.ReactNode }) =>
  isShown ? (
    <CommandGroup
      heading={heading}
      className="px-2 [&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:pt-3 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-(--muted)"
    >
      {children}
    </CommandGroup>
  ) : null;

const Foot = ({ shown, total }: { shown: number; total: number }) => (
  <div className="flex items-center gap-4.5 border-t border-(--border) px-4.5 py-2.5 text-xs text-(--muted)">
    <span className="flex items-center gap-1.5 max-sm:hidden">
      <Key>↑</Key>
      <Key>↓</Key>move
    </span>
    <span className="flex items-center gap-1.5 max-sm:hidden">
      <Key>Enter</Key>open
    </span>
    <span className="flex items-center gap-1.5 max-sm:hidden">
      <Key>Ctrl Enter</Key>in a new tab
    </span>
    <span role="status" className="ml-auto">
      {shown} of {total}
    </span>
  </div>
);

const plain = (text: string): string => text.toLowerCase();

/** Words that name an action, before the name of what it acts on: 'mute checkout'. */
const actionWords = new Set(['check', 'mute', 'silence', 'snooze', 'add', 'pause', 'disable', 'start', 'maintenance']);

/** The words of a search that may name a website or service; all of them where none is left. */
export function withoutActions(search: string): string {
  const all = search.trim().split(/\s+/);
  const others = all.filter((word) => !actionWords.has(plain(word)));
  return (others.length > 0 ? others : all).join(' ');
}

/** Searchable by name or details. */
interface Named {
  name: string;
  hint: string;
  words?: string;
}

/**
 * Entries that contain every word of the search: first those whose name starts with it, then those whose name contains
 * it. Otherwise keeps the order.
 */
export function findNamed<T extends Named>(all: readonly T[], search: string): T[] {
  const wanted = plain(search.trim());
  if (wanted === '') return [...all];
  const words = wanted.split(/\s+/);
  const ranks: T[][] = [[], [], []];
  for (const one of all) {
    const name = plain(one.name);
    const text = `${name} ${plain(one.hint)} ${plain(one.words ?? '')}`;
    if (!words.every((word) => text.includes(word))) continue;
    ranks[name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2]?.push(one);
  }
  return ranks.flat();
}
