import type { ReactNode } from 'react';

export interface KeyFigure {
  label: string;
  value: ReactNode;
}

/** Four figures of one thing: side by side on wide screens, two by two on small ones. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className="my-3 grid grid-cols-2 gap-3 md:grid-cols-4">
      {figures.map((figure) => (
        <div key={figure.label} className="min-w-0">
          <dt className="text-xs text-(--muted)">{figure.label}</dt>
          <dd className="mt-0.5 font-medium">{figure.value}</dd>
        </div>
      ))}
    </dl>
  );
}
