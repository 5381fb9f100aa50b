import { ChevronRight } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface AdvancedProps {
  /** Summary of the set options, while it is closed. */
  values: string;
  /** One line: what can be set inside. */
  holds?: string | undefined;
  /** A field inside needs another look, so that it opens and stays open. */
  hasError: boolean;
  children: ReactNode;
  /** Fields below the others, drawn from the first opening on. */
  more?: ReactNode;
}

/** Fields that most people leave as they are, folded away below the others. */
export function Advanced({ values, holds, hasError, children, more }: AdvancedProps) {
  const [isOpen, setIsOpen] = useState(hasError);
  const [wasOpen, setWasOpen] = useState(hasError);
  const details = useRef<HTMLDetailsElement>(null);
  // The browser opens and closes it, and reports it a task later: a form that is drawn meanwhile must not undo that.
  useLayoutEffect(() => {
    if (hasError && details.current) details.current.open = true;
  }, [hasError]);
  return (
    <details
      ref={details}
      className="group rounded-[10px] border border-(--border-strong)"
      onToggle={({ currentTarget }) => {
        if (hasError) currentTarget.open = true;
        setIsOpen(currentTarget.open);
        if (currentTarget.open) setWasOpen(true);
      }}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-start gap-2.5 rounded-[10px] px-3.5 py-3 font-medium hover:bg-(--hover) [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          size={16}
          className="mt-0.5 shrink-0 [transition:120ms] group-open:rotate-90"
        />
        <span className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-baseline gap-x-2.5">
            Advanced
            {isOpen ? null : (
              <span className="min-w-0 text-[0.8125rem] leading-4 font-normal text-(--muted)">{values}</span>
            )}
          </span>
          {holds ? <span className="text-xs font-normal text-(--hint)">{holds}</span> : null}
        </span>
      </summary>
      <div className="grid gap-4 px-3.5 pt-1 pb-3.5 sm:grid-cols-2">{children}</div>
      {wasOpen ? more : null}
    </details>
  );
}
