import type { TrialNote } from '@upvigil/core/rules/typed-address';
import { Info } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';

interface TrialNoticeProps {
  note: TrialNote;
  /** Takes the focus when the note appears, because a person has to choose. */
  isQuestion?: boolean;
  className?: string;
  /** Buttons. */
  children: ReactNode;
}

/** Result of the trial of a typed address, with the buttons that settle it. */
export function TrialNotice({
  note: { title, detail },
  isQuestion = false,
  className = '',
  children,
}: TrialNoticeProps) {
  const id = useId();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isQuestion) ref.current?.focus();
  }, [isQuestion]);
  return (
    <section
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-detail`}
      tabIndex={isQuestion ? -1 : undefined}
      className={`grid grid-cols-[20px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 bg-(--warn-bg) px-4 py-3 text-[0.8125rem] text-(--warn-fg) sm:grid-cols-[20px_minmax(0,1fr)_auto] ${className}`}
    >
      <Info aria-hidden="true" size={18} strokeWidth={1.5} />
      <div className="min-w-0 wrap-anywhere">
        <p id={`${id}-title`} className="font-medium">
          {title}
        </p>
        <p id={`${id}-detail`} className="text-xs">
          {detail}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:col-start-2">{children}</div>
    </section>
  );
}
