/** How the page Alerts lists what happened: alerts one by one, or an alert and its end as one outage. */
export type AlertView = 'alerts' | 'outages';

const storageKey = 'alert-view';

/** The one that was chosen in this browser. */
export const readAlertView = (): AlertView => (localStorage.getItem(storageKey) === 'outages' ? 'outages' : 'alerts');

/** Remembers it for this browser. */
export const keepAlertView = (view: AlertView): void => localStorage.setItem(storageKey, view);
