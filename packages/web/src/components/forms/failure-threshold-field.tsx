import { limits } from '@upvigil/core/limits';
import { NumberField } from './inputs.tsx';
import type { NumberBinding } from './use-contract-form.ts';

/** After how many failed checks a monitor counts as down; of every kind. */
export const FailureThresholdField = (binding: NumberBinding) => (
  <NumberField
    label="Failure threshold"
    unit="checks"
    range={limits.failureThreshold}
    hint="Failed checks in a row before an alert"
    {...binding}
  />
);
