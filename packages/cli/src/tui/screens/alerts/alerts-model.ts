import type { Alert } from '@upvigil/core/contract/alerts';
import type { AlertType } from '@upvigil/core/contract/names/alerts';
import { eachAlertOnce, type Outage, outagesFromAlerts } from '@upvigil/core/status/outages';
import type { AlertsData } from '../../live/sources.ts';
import type { ViewState } from '../../view-state.ts';
import { matches } from '../dashboard/dashboard-model.ts';

const lets =
  (type: AlertType | null, filter: string) =>
  ({ alert_type, message, website_name }: Alert): boolean =>
    (type === null || alert_type === type) && matches(filter, message, website_name, alert_type);

/** An alert of the range or of an ongoing problem; undefined if it was deleted. */
export const alertOf = (data: AlertsData | null, id: number): Alert | undefined =>
  data ? [...data.alerts, ...data.open].find((alert) => alert.id === id) : undefined;

/** The alerts that match type and filter, newest first. */
export const shownAlerts = ({ alerts }: AlertsData, type: AlertType | null, filter: string): Alert[] =>
  alerts.filter(lets(type, filter));

/** Whether each row is an outage. The type RECOVERED has no outages, so its rows are alerts. */
export const showsOutages = ({ alertRows, alertType }: Pick<ViewState, 'alertRows' | 'alertType'>): boolean =>
  alertRows === 'outages' && alertType !== 'RECOVERED';

/** The outages whose alert matches type and filter, open ones first. */
export const shownOutages = ({ alerts, open }: AlertsData, type: AlertType | null, filter: string): Outage[] =>
  outagesFromAlerts(eachAlertOnce([...alerts, ...open])).filter(({ alert }) => lets(type, filter)(alert));
