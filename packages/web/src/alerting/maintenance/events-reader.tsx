import { useEffect } from 'react';
import type { ChartEvents } from '../../components/charts/events/chart-events.ts';
import { useChartEvents } from './use-chart-events.ts';

interface EventsReaderProps {
  hours: number;
  onEvents: (events: ChartEvents) => void;
}

/** Reads what charts over all websites show beside their figures. A component of its own, so that it can be loaded later. */
export function EventsReader({ hours, onEvents }: EventsReaderProps) {
  const events = useChartEvents(null, hours);
  useEffect(() => onEvents(events), [events, onEvents]);
  return null;
}
