/** `alerts`: one entry for each alert. `outages`: an alert and its recovery are one entry. */
export type AlertView = 'alerts' | 'outages';

const storageKey = 'alert-view';

export const readAlertView = (): AlertView => (localStorage.getItem(storageKey) === 'outages' ? 'outages' : 'alerts');

export const keepAlertView = (view: AlertView): void => localStorage.setItem(storageKey, view);
