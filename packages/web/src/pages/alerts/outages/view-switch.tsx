import { ChartNoAxesGantt, List } from 'lucide-react';
import type { AlertView } from '../../../alerting/alert-view.ts';
import { Segmented } from '../../../components/basics/segmented.tsx';

interface ViewSwitchProps {
  view: AlertView;
  onChange: (view: AlertView) => void;
}

const segments = [
  { id: 'alerts', label: 'All alerts', icon: <List aria-hidden="true" size={16} /> },
  { id: 'outages', label: 'Outages', icon: <ChartNoAxesGantt aria-hidden="true" size={16} /> },
] as const;

/** Alerts one by one, or an alert and its end as one outage. */
export const ViewSwitch = ({ view, onChange }: ViewSwitchProps) => (
  <Segmented label="View" segments={segments} selected={view} onSelect={onChange} />
);
