import { Segmented } from '../basics/segmented.tsx';
import { StateDot } from '../tones/state-dot.tsx';
import type { StatusOption } from './status-options.ts';

interface StatusSegmentsProps {
  /** 'URLs by status' */
  label: string;
  options: readonly StatusOption[];
  selected: string;
  onSelect: (value: string) => void;
}

/** Filter by state for wide screens: one segment for each state that occurs. */
export const StatusSegments = ({ label, options, selected, onSelect }: StatusSegmentsProps) => (
  <div className="max-xl:hidden">
    <Segmented
      label={label}
      segments={options
        .filter(({ value, count }) => count > 0 || value === selected)
        .map(({ value, label: name, count, tone }) => ({
          id: value,
          label: name,
          count,
          icon: tone ? <StateDot tone={tone} /> : null,
        }))}
      selected={selected}
      onSelect={onSelect}
    />
  </div>
);
