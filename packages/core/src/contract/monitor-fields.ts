import * as z from 'zod';
import { defaults } from '../defaults.ts';
import { limits } from '../limits.ts';
import { idSchema, integerBetween } from './fields/fields.ts';
import { tagList } from './fields/tags.ts';

const initial = defaults.monitor;

/** The fields that monitors of all kinds have in common, as a change gives them. */
export const monitorFields = {
  /** The monitor on which it depends: while that is down, notifications wait. */
  parent_id: idSchema.nullable(),
  tags: tagList,
  recovery_threshold: integerBetween('Recovery threshold', limits.recoveryThreshold, 'checks'),
};

/** As in the body of a new monitor. */
export const newMonitorFields = {
  parent_id: monitorFields.parent_id.default(initial.parent_id),
  tags: monitorFields.tags.default([]),
  recovery_threshold: monitorFields.recovery_threshold.default(initial.recovery_threshold),
};

/** As in a response. Older servers do not send them. */
export const answeredMonitorFields = {
  parent_id: idSchema.nullable().default(initial.parent_id),
  tags: z.array(z.string()).default([]),
  /** Number of successful checks in a row that end a problem. */
  recovery_threshold: z.int().default(initial.recovery_threshold),
};
