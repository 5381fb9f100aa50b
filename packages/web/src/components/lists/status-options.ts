import type { Tone } from '@upvigil/core/status/tone';

/** A choice of the filter by state. */
export interface StatusOption {
  value: string;
  label: string;
  count: number;
  tone?: Tone;
}

/** 'all' and the given states, each with how many rows it leaves. `states`: those of the rows. */
export const statusOptions = (
  states: readonly string[],
  options: readonly Omit<StatusOption, 'count'>[],
): StatusOption[] => [
  { value: 'all', label: 'all', count: states.length },
  ...options.map((option) => ({ ...option, count: states.filter((state) => state === option.value).length })),
];
