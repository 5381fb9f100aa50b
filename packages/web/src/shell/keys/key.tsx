import type { ReactNode } from 'react';

/** Name of a key. */
export const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded-[5px] border border-b-2 border-(--border-strong) bg-(--surface) px-[5px] font-sans text-[0.6875rem] leading-4 font-medium text-(--muted)">
    {children}
  </kbd>
);
