import type { ReactNode } from 'react';

interface StatCardProps {
  label: string;
  /** The figure; null while it is loading. */
  value: ReactNode;
  /** A badge or a muted line below the figure. */
  sub?: ReactNode;
}

/** One figure of a row of figures. Stands inside a `StatGrid`; its height is the same loading and loaded. */
export function StatCard({ label, value, sub }: StatCardProps) {
  return (
    <div className="card">
      <dt className="text-xs text-(--muted)">{label}</dt>
      <dd className="m-0 mt-1 min-h-8 truncate text-2xl leading-8 font-semibold">
        {value ?? <span className="inline-block h-6 w-15 rounded bg-(--sunken)" aria-hidden="true" />}
      </dd>
      {sub === undefined ? null : <dd className="m-0 flex min-h-5 items-center text-xs text-(--muted)">{sub}</dd>}
    </div>
  );
}

/** Figures side by side: two columns on small screens, all of them on wide ones. */
export function StatGrid({ columns, busy, children }: { columns: 4 | 6; busy?: boolean; children: ReactNode }) {
  const wide = columns === 6 ? 'md:grid-cols-3 lg:grid-cols-6' : 'md:grid-cols-4';
  return (
    <dl className={`m-0 grid grid-cols-2 gap-3 ${wide}`} aria-busy={busy ?? false}>
      {children}
    </dl>
  );
}
