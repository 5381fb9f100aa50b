import type { ReactNode } from 'react';
import { PageHeading } from './page-heading.tsx';

interface PageHeadProps {
  title: string;
  /** Muted line below the heading. */
  sub?: ReactNode;
  /** Actions of the page at the end of the line. */
  actions?: ReactNode;
  /** Whether the actions are few and small, and stay beside the heading on small screens. */
  isCompact?: boolean;
}

/** Header of a signed-in page: heading, subheading and actions. */
export const PageHead = ({ title, sub, actions, isCompact = false }: PageHeadProps) => (
  <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3.5">
    <div className="min-w-0">
      <PageHeading title={title} />
      {sub ? <p className="mt-0.5 wrap-anywhere text-(--muted)">{sub}</p> : null}
    </div>
    {actions ? <div className={`flex flex-wrap gap-2 ${isCompact ? '' : 'max-sm:w-full'}`}>{actions}</div> : null}
  </div>
);
