import { ChevronRight } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface AdvancedProps {
  /** Summary of the options that are set, shown while closed. */
  values: string;
  /** One line that names the options inside. */
  holds?: string | undefined;
  /** A field inside has an error, so the section opens and stays open. */
  hasError: boolean;
  children: ReactNode;
  /** Further fields at the end, rendered from the first opening on. */
  more?: ReactNode;
}

/** Collapsible section for options with good defaults. */
export function Advanced({ values, holds, hasError, children, more }: AdvancedProps) {
  const [isOpen, setIsOpen] = useState(hasError);
  const [wasOpen, setWasOpen] = useState(hasError);
  const details = useRef<HTMLDetailsElement>(null);
  // The browser toggles `<details>` and reports it in a later task. A render in between must not undo the toggle.
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
