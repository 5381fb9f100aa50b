/** Reason of a delivery while a parent is down. */
export const parentIsDown = (name: string): string => `parent "${name}" is down`;

/** The parent that a delivery waits for; null if its reason is another one. */
export const awaitedParent = (reason: string | null): string | null =>
  reason === null ? null : (/^parent "(.*)" is down$/s.exec(reason)?.[1] ?? null);

export const waitsForParent = (name: string): string => `Notifications wait because the parent "${name}" is down.`;
