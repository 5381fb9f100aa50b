import type { Severity } from '@upvigil/core/contract/names/alerts';
import { limits } from '@upvigil/core/limits';

/** Number of failed checks before a monitor is DOWN; for every kind of monitor. */
export const failureThresholdField = {
  kind: 'number',
  name: 'failure_threshold',
  label: 'Failure threshold',
  unit: 'checks',
  range: limits.failureThreshold,
  hint: 'Consecutive failed checks before an alert',
} as const;

/** Severity of a monitor's alerts, which routing rules can match. Null: by alert type. */
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

/** Short label of the severity; empty if it follows the alert type. */
export const severityWords = (severity: Severity | null | undefined): string =>
  severity ? `always ${severity === 'critical' ? 'critical' : 'a warning'}` : '';
