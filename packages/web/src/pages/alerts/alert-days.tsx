import type { Alert } from '@upvigil/core/contract/alerts';
import { memo, useMemo } from 'react';
import { dayName, startOfLocalDay } from '../../components/time/time-format.ts';
import { AlertRow } from './alert-row.tsx';
import type { AlertActions } from './use-alert-actions.ts';

interface AlertDaysProps {
  alerts: readonly Alert[];
  /** Ids of alerts with an open problem; null until loaded. */
  openIds: ReadonlySet<number> | null;
  actions: AlertActions;
}

export const AlertDays = memo(function AlertDays({ alerts, openIds, actions }: AlertDaysProps) {
  const days = useMemo(() => groupByDay(alerts), [alerts]);
  return days.map(({ day, alerts: ofDay }) => (
    <section key={day} className="card" aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className="text-sm">
        {dayName(day, Date.now())}
      </h2>
      <ul>
        {ofDay.map((alert) => (
          <AlertRow key={alert.id} alert={alert} isOpen={openIds?.has(alert.id) ?? true} actions={actions} />
        ))}
      </ul>
    </section>
  ));
});

function groupByDay(alerts: readonly Alert[]): { day: number; alerts: Alert[] }[] {
  const days: { day: number; alerts: Alert[] }[] = [];
  for (const alert of alerts) {
    const day = startOfLocalDay(Date.parse(alert.created_at));
    const last = days.at(-1);
    if (last?.day === day) last.alerts.push(alert);
    else days.push({ day, alerts: [alert] });
  }
  return days;
}
