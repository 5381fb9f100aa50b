import type { Tone } from '@upvigil/core/status/tone';
import type { ReactNode } from 'react';
import { toneText } from '../tones/tone-classes.ts';

interface LedgerFigureProps {
  label: string;
  /** Null while it is loading. */
  value: ReactNode;
  /** Colours the figure where it says how bad it is. */
  tone?: Tone | undefined;
  /** Its past or its parts: a share bar, a strip, a sparkline. Nothing where nothing is known. */
  graphic?: ReactNode;
  /** A badge or a muted line below. */
  sub?: ReactNode;
  /** How it stands against before. */
  change?: ReactNode;
}

/** One figure of a ledger; its height is the same loading and loaded. */
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

/** The fifth of five fills the line where it would stand beside nothing. */
const wide = {
  4: 'md:grid-cols-4',
  5: 'max-lg:*:last:col-span-2 md:grid-cols-3 lg:grid-cols-5',
  6: 'md:grid-cols-3 lg:grid-cols-6',
} as const;

/** Figures of one kind in one card, with lines between them: two columns on small screens, all side by side on wide ones. */
export function Ledger({ columns, busy = false, children }: LedgerProps) {
  return (
    // The lines are the gaps: the background shows through them.
    <dl
      className={`grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-(--border) bg-(--border) *:bg-(--surface) ${wide[columns]}`}
      aria-busy={busy}
    >
      {children}
    </dl>
  );
}
