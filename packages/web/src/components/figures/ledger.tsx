import type { Tone } from '@upvigil/core/status/tone';
import type { ReactNode } from 'react';
import { toneText } from '../tones/tone-classes.ts';

interface LedgerFigureProps {
  label: string;
  /** Null while loading. */
  value: ReactNode;
  /** Set when the figure has a state, such as a low uptime. */
  tone?: Tone | undefined;
  /** A share bar, strip or sparkline of the figure; nothing without data. */
  graphic?: ReactNode;
  /** A badge or a muted line below. */
  sub?: ReactNode;
  /** Change since the previous period. */
  change?: ReactNode;
}

/** One figure of a ledger. Its height is the same while loading. */
export function LedgerFigure({ label, value, tone, graphic, sub, change }: LedgerFigureProps) {
  return (
    <div className="grid min-w-0 content-start px-5 pt-4 pb-3.5 max-md:px-4 max-md:py-3">
      <dt className="text-[0.8125rem] leading-4.5 text-(--muted)">{label}</dt>
      <dd
        className={`min-h-9 truncate text-[1.75rem] leading-9 font-semibold tracking-[-0.03em] ${tone ? toneText[tone] : ''}`}
      >
        {value ?? <span className="inline-block h-6 w-15 rounded bg-(--sunken)" aria-hidden="true" />}
      </dd>
      {graphic ? <dd className="mt-1.5 mb-2 flex h-6.5 items-end max-md:h-5.5">{graphic}</dd> : null}
      {sub === undefined && !change ? null : (
        <dd className="flex min-h-5.5 flex-wrap items-center justify-between gap-x-2 text-xs text-(--muted)">
          <span>{sub}</span>
          {change}
        </dd>
      )}
    </div>
  );
}

interface LedgerProps {
  columns: keyof typeof wide;
  busy?: boolean;
  children: ReactNode;
}

/** On two columns, the fifth figure spans its row. */
const wide = {
  4: 'md:grid-cols-4',
  5: 'max-lg:*:last:col-span-2 md:grid-cols-3 lg:grid-cols-5',
  6: 'md:grid-cols-3 lg:grid-cols-6',
} as const;

/** Related figures in one card, separated by lines: two columns on small screens, one row on wide screens. */
export function Ledger({ columns, busy = false, children }: LedgerProps) {
  return (
    // The lines are grid gaps, through which the background shows.
    <dl
      className={`grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-(--border) bg-(--border) *:bg-(--surface) ${wide[columns]}`}
      aria-busy={busy}
    >
      {children}
    </dl>
  );
}
