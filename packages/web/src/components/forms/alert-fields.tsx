import type { Severity } from '@upvigil/core/contract/names/alerts';
import { limits } from '@upvigil/core/limits';
import { NumberField, SelectField } from './inputs.tsx';
import type { FieldBinding, NumberBinding } from './use-contract-form.ts';

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

const severityOptions = [
  { value: '', label: 'By type' },
  { value: 'critical', label: 'Always critical' },
  { value: 'warning', label: 'Always a warning' },
];

/** How bad the alerts of a monitor are, which rules may ask; empty is by their type. */
export const SeverityField = (binding: FieldBinding) => (
  <SelectField label="Severity" options={severityOptions} hint="By type, DOWN and ERROR are critical" {...binding} />
);

/** What is chosen, in a word or two; nothing where it follows the type. */
export const severityWords = (severity: Severity | null | undefined): string =>
  severity ? `always ${severity === 'critical' ? 'critical' : 'a warning'}` : '';
