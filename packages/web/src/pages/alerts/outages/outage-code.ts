import { AlertFigures } from './alert-figures.tsx';
import { OutageList } from './outage-list.tsx';
import { tellOutages } from './tell-outages.ts';
import { ViewSwitch } from './view-switch.tsx';

/** What the page loads after the alerts themselves, or before outages that are to be shown at once. */
export const outageCode = { tell: tellOutages, Figures: AlertFigures, Switch: ViewSwitch, List: OutageList } as const;
