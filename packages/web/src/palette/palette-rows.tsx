import type { DailyUptime } from '@upvigil/core/contract/public-status';
import { dayBar } from '@upvigil/core/status/pulse-geometry';
import { CommandItem } from 'cmdk';
import { type ReactNode, useMemo } from 'react';
import { CheckStrip } from '../components/pulse/check-strip.tsx';
import { PulseStrip } from '../components/pulse/pulse-strip.tsx';
import { stripDays } from '../components/pulse/strip-days.ts';
import { StateDot } from '../components/tones/state-dot.tsx';
import { Key } from '../shell/keys/key.tsx';
import type { Command } from './commands.ts';
import { type Target, toneWord } from './targets.ts';

const checksShown = 24;

interface RowProps {
  id: string;
  mark: ReactNode;
  name: string;
  hint: string;
  onSelect: () => void;
  children?: ReactNode;
}

const Row = ({ id, mark, name, hint, onSelect, children }: RowProps) => (
  <CommandItem
    value={id}
    onSelect={onSelect}
    className="flex min-h-10.5 cursor-pointer items-center gap-3 rounded-lg px-2.5 aria-selected:bg-(--accent-subtle) pointer-coarse:min-h-11 forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2"
  >
    <span className="grid w-4 shrink-0 place-items-center">{mark}</span>
    <span className="min-w-0 flex-1 truncate" title={hint ? `${name} ${hint}` : name}>
      <span className="font-medium">{name}</span> <span className="text-(--muted)">{hint}</span>
    </span>
    {children}
  </CommandItem>
);

/** A website or service with its state, name and latest checks. */
export const TargetRow = ({ target, onSelect }: { target: Target; onSelect: () => void }) => (
  <Row {...target} mark={<StateDot tone={target.tone} />} onSelect={onSelect}>
    <span className="sr-only">{toneWord[target.tone]}</span>
    {target.strip || target.days ? (
      <span aria-hidden="true" className="w-30 shrink-0 max-sm:hidden">
        {target.strip ? (
          <CheckStrip of={target.name} {...target.strip} count={checksShown} height={18} />
        ) : (
          <DayBars days={target.days ?? []} />
        )}
      </span>
    ) : null}
  </Row>
);

/** Thirty days of a website, decorative beside its name and state. */
function DayBars({ days }: { days: DailyUptime }) {
  const bars = useMemo(() => stripDays(days).map(({ tone, lostSeconds }) => dayBar(tone, lostSeconds)), [days]);
  return <PulseStrip bars={bars} height={18} barPx={3} />;
}

export const CommandRow = ({ command, onSelect }: { command: Command; onSelect: () => void }) => (
  <Row {...command} mark={<command.Icon aria-hidden="true" className="size-4" strokeWidth={1.5} />} onSelect={onSelect}>
    {command.keys ? (
      <span aria-hidden="true" className="flex gap-1.5 max-sm:hidden">
        {command.keys.map((key) => (
          <Key key={key}>{key.toUpperCase()}</Key>
        ))}
      </span>
    ) : null}
  </Row>
);
