import type { Tone } from '@upvigil/core/status/tone';
import type { ReactNode } from 'react';
import { toneText } from '../tones/tone-classes.ts';

export interface RailLine {
  id: string;
  label: string;
  /** With its unit. The value at the crosshair, or the mean without a crosshair. */
  value: string;
  /** Set when the value has a state, such as a low uptime. */
  tone?: Tone | undefined;
  color: string;
  /** `stroke-dasharray`; omitted for solid lines. */
  dash?: string | undefined;
  isShown: boolean;
}

interface RailProps {
  /** What the values are: the hour at the crosshair, or the mean. */
  title: string;
  /** In display order. */
  lines: readonly RailLine[];
  onToggle: (id: string) => void;
  /** Shows one line alone; all lines if it is alone already. */
  onSolo: (id: string) => void;
  /** Below the lines. */
  children?: ReactNode;
}

/** Beside a chart instead of a box over its lines: legend, switch and read-out in one. */
export function Rail({ title, lines, onToggle, onSolo, children }: RailProps) {
  return (
    <div>
      <p className="px-2 pb-1.5 text-xs text-(--hint)">{title}</p>
      <ol className="max-md:columns-2 max-md:gap-2">
        {lines.map(({ id, label, value, tone, color, dash, isShown }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={isShown}
              className="flex min-h-6.5 w-full cursor-pointer items-center gap-2 rounded-md px-2 text-left text-xs hover:bg-(--hover) focus-visible:-outline-offset-2 aria-[pressed=false]:text-(--hint) aria-[pressed=false]:line-through max-md:min-h-8 pointer-coarse:min-h-11"
              aria-description="Double click, or Shift and Enter: this one alone"
              onClick={(event) => (event.shiftKey ? onSolo(id) : onToggle(id))}
              // Its two clicks have toggled the line twice.
              onDoubleClick={(event) => event.shiftKey || onSolo(id)}
            >
              <svg
                aria-hidden="true"
                className="shrink-0 forced-color-adjust-none"
                width="18"
                height="6"
                viewBox="0 0 18 6"
              >
                <path
                  d="M0 3H18"
                  fill="none"
                  stroke={isShown ? color : 'var(--none-g)'}
                  strokeWidth="2"
                  strokeDasharray={dash}
                />
              </svg>
              <span className="min-w-0 flex-1 truncate" title={label}>
                {label}
              </span>
              <span className={`font-medium ${tone ? toneText[tone] : ''}`}>{value}</span>
            </button>
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}
