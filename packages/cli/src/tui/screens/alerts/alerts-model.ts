import type { AlertType } from '@upvigil/core/alert-types';
import type { Alert } from '@upvigil/core/contract/alerts';
import type { AlertsData } from '../../live/sources.ts';
import { matches } from '../dashboard/dashboard-model.ts';

/** The alerts that type and filter let through, newest first. */
export const shownAlerts = ({ alerts }: AlertsData, type: AlertType | null, filter: string): Alert[] =>
  alerts.filter(
    ({ alert_type, message, website_name }) =>
      (type === null || alert_type === type) && matches(filter, message, website_name, alert_type),
  );
