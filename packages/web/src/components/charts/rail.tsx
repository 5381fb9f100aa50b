import type { Tone } from '@upvigil/core/status/tone';
import type { ReactNode } from 'react';
import { toneText } from '../tones/tone-classes.ts';

export interface RailLine {
  id: string;
  label: string;
  /** Already in its unit; at the crosshair, or the mean where there is none. */
  value: string;
  /** Colours the value where it says how bad it is. */
  tone?: Tone | undefined;
  color: string;
  /** `stroke-dasharray`, where the line is not solid. */
  dash?: string | undefined;
  isShown: boolean;
}

interface RailProps {
  /** Source of the values: a time, or their mean. */
  title: string;
  /** In the order they are shown. */
  lines: readonly RailLine[];
  onToggle: (id: string) => void;
  /** Below the lines. */
  children?: ReactNode;
}

/** Beside a chart instead of a box over its lines: legend, switch and read-out in one. */
export function Rail({ title, lines, onToggle, children }: RailProps) {
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
              onClick={() => onToggle(id)}
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
