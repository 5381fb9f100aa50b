import type { AlertType } from '@upvigil/core/contract/names/alerts';
import { useState } from 'react';
import { type AlertView, keepAlertView, readAlertView } from '../../alerting/alert-view.ts';
import type { ListState } from '../../components/lists/list-state.ts';

/**
 * Whether the page lists alerts or outages, and a setter that remembers it in this browser. Ends alone are no outages: while
 * they are filtered for, alerts are listed, and whoever chooses outages then takes the filter back.
 */
export function useAlertView(list: ListState): [AlertView, (view: AlertView) => void] {
  const [view, setView] = useState(readAlertView);
  const isOfEnds = list.facet('type') === ('RECOVERED' satisfies AlertType);
  const choose = (next: AlertView) => {
    keepAlertView(next);
    setView(next);
    if (isOfEnds && next === 'outages') list.setFacet('type', 'all');
  };
  return [isOfEnds ? 'alerts' : view, choose];
}
