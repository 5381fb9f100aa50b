import type { MaintenanceInput, MaintenanceWindow } from '@upvigil/core/contract/maintenance';
import { defaults } from '@upvigil/core/defaults';
import { ownTimeZone } from '../../../components/forms/time-zone-field.tsx';
import { type Repeat, repeatOf, ruleOf } from './repeat.ts';

/** Form values with the parts of the rule. */
export interface WindowValues extends MaintenanceInput {
  repeat: Repeat;
}

/** Tomorrow at 02:00 local time. */
function tomorrowNight(now: number): string {
  const at = new Date(now);
  at.setDate(at.getDate() + 1);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T02:00`;
}

/** Initial form values of a window; null: of a new one. `now`: ms since the epoch. */
export function valuesOf(window: MaintenanceWindow | null, now: number): WindowValues {
  const starts_at = window?.starts_at ?? tomorrowNight(now);
  const rrule = window?.rrule ?? null;
  return {
    title: window?.title ?? '',
    body: window?.body ?? '',
    website_ids: window?.website_ids ?? [],
    monitor_ids: window?.monitor_ids ?? [],
    tags: window?.tags ?? [],
    time_zone: window?.time_zone ?? ownTimeZone(),
    starts_at,
    rrule,
    duration_minutes: window?.duration_minutes ?? 60,
    public: window?.public ?? false,
    announce_hours: window?.announce_hours ?? defaults.maintenance.announceHours,
    notify: window?.notify ?? false,
    repeat: repeatOf(rrule, starts_at),
  };
}

/** Form values with the rule assembled from its parts. */
export const entered = (values: WindowValues): WindowValues => ({
  ...values,
  starts_at: values.starts_at.slice(0, 16),
  rrule: ruleOf(values.repeat),
});
