/** `alerts`: one entry for each alert. `outages`: an alert and its recovery are one entry. */
export type AlertView = 'alerts' | 'outages';

const recovered = 'RECOVERED';

/**
 * The view in the query of the address `/alerts`. Ends alone are no outages: while they are filtered for, alerts are
 * listed.
 */
export const alertViewOf = (query: URLSearchParams): AlertView =>
  query.get('view') === 'outages' && query.get('type') !== recovered ? 'outages' : 'alerts';

/** Address of a view with the current filters. */
export function alertViewPath(view: AlertView, filters = new URLSearchParams()): string {
  const query = new URLSearchParams(filters);
  query.delete('view');
  if (view === 'outages') {
    query.set('view', view);
    if (query.get('type') === recovered) query.delete('type');
  }
  return `/alerts${query.size > 0 ? `?${query}` : ''}`;
}
