/** Messages of refused monitors of a bulk change. */
export const bulkMessages = {
  unknown: (id: number) => `There is no monitor ${id}`,
  noChecks: 'A heartbeat cannot be checked on request',
  /** @param label as 'check interval' */
  heartbeatLacks: (label: string) => `A heartbeat has no ${label}`,
  count: (expected: number, found: number) =>
    `The selection has ${found} ${found === 1 ? 'monitor' : 'monitors'}, not ${expected}: nothing was changed`,
};
