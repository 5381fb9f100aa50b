import type { ReactNode } from 'react';
import { Ledger, LedgerFigure } from '../../components/figures/ledger.tsx';

const labels = {
  open: 'Open now',
  outages: 'Outages',
  down: 'Time down, all services',
  recovery: 'Mean time to recovery',
  sent: 'Notifications sent',
} as const;

interface FigureWords {
  value: ReactNode;
  sub: string;
  tone?: 'down' | 'warn' | undefined;
}
export type AlertFigureWords = Record<keyof typeof labels, FigureWords>;

/** Figures above the list. Each keeps its place while loading. */
export const AlertsLedger = ({ figures }: { figures: AlertFigureWords | null }) => (
  <Ledger columns={5} busy={figures === null}>
    {(Object.keys(labels) as (keyof typeof labels)[]).map((name) => (
      <LedgerFigure key={name} label={labels[name]} {...(figures?.[name] ?? { value: null, sub: '' })} />
    ))}
  </Ledger>
);
