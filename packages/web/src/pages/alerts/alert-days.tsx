import type { Alert } from '@upvigil/core/contract/alerts';
import { memo, useMemo } from 'react';
import { GroupHead } from '../../components/rows/group-head.tsx';
import { useOpenRow } from '../../components/rows/use-open-row.ts';
import { dayName, startOfLocalDay } from '../../components/time/time-format.ts';
import { AlertRow } from './alert-row.tsx';
import type { AlertActions } from './use-alert-actions.ts';

interface AlertDaysProps {
  alerts: readonly Alert[];
  /** All outages, for the counts of each day. */
  all: readonly Alert[];
  actions: AlertActions;
}

export const AlertDays = memo(function AlertDays({ alerts, all, actions }: AlertDaysProps) {
  const [openId, toggle] = useOpenRow();
  const days = useMemo(() => groupByDay(alerts), [alerts]);
  const counts = useMemo(() => new Map(groupByDay(all).map(({ day, alerts: of }) => [day, of.length])), [all]);
  return days.map(({ day, alerts: ofDay }) => (
    <section key={day} className="border-t border-(--border)" aria-labelledby={`day-${day}`}>
      <GroupHead id={`day-${day}`} title={dayName(day, Date.now())} count={counts.get(day)} />
      <ul>
        {ofDay.map((alert) => (
          <AlertRow key={alert.id} alert={alert} isOpen={alert.id === openId} onToggle={toggle} actions={actions} />
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
