import type { Severity } from '@upvigil/core/contract/names/alerts';
import { limits } from '@upvigil/core/limits';

/** After how many failed checks a monitor counts as down; of every kind. */
export const failureThresholdField = {
  kind: 'number',
  name: 'failure_threshold',
  label: 'Failure threshold',
  unit: 'checks',
  range: limits.failureThreshold,
  hint: 'Failed checks in a row before an alert',
} as const;

/** How bad the alerts of a monitor are, which rules may ask; null is by their type. */
export const severityField = {
  kind: 'select',
  name: 'severity',
  label: 'Severity',
  options: [
    { value: '', label: 'By type' },
    { value: 'critical', label: 'Always critical' },
    { value: 'warning', label: 'Always a warning' },
  ],
  hint: 'By type, DOWN and ERROR are critical',
  parse: (text: unknown) => text || null,
} as const;

/** The choice in a word or two; nothing where it follows the type. */
export const severityWords = (severity: Severity | null | undefined): string =>
  severity ? `always ${severity === 'critical' ? 'critical' : 'a warning'}` : '';
