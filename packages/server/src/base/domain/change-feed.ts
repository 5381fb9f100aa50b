/** State of a monitor after committed checks. */
export interface MonitorAfterChecks {
  id: number;
  /** Alert of its open outage; null without one. */
  outage_alert_id: number | null;
}

/** Published after the commit. */
export interface Change {
  /** Websites with newly recorded checks. */
  website_ids: readonly number[];
  /** Monitors of these websites, if this process recorded the checks; null if they must be read from the database. */
  monitors: readonly MonitorAfterChecks[] | null;
  /** Websites, monitors, settings or branding were added, edited or removed. */
  is_structural: boolean;
  /**
   * All data was replaced (by a restore, say), so an id and revision may now be another monitor. Implies
   * `is_structural`.
   */
  is_replaced: boolean;
  /** Deliveries were added to the outbox. */
  has_deliveries: boolean;
  /** Somebody lost access: a token was revoked, a session ended, or a role changed. */
  has_ended_access: boolean;
}

const nothing: Change = {
  website_ids: [],
  monitors: null,
  is_structural: false,
  is_replaced: false,
  has_deliveries: false,
  has_ended_access: false,
};

export type ChangeFeed = ReturnType<typeof createChangeFeed>;

/** Publishes committed changes of this process to the public snapshot, live pages and the outbox. */
export function createChangeFeed(onListenerError: (error: unknown) => void) {
  const listeners = new Set<(change: Change) => void>();
  return {
    publish(change: Partial<Change>): void {
      const whole = { ...nothing, ...change };
      for (const listener of listeners) {
        try {
          listener(whole);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    /** Returns the function that unsubscribes. A listener that throws does not affect the others. */
    subscribe(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
