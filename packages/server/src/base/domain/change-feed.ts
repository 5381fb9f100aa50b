/** A monitor after checks that were committed. */
export interface MonitorAfterChecks {
  id: number;
  /** The alert of its outage; null without one. */
  outage_alert_id: number | null;
}

/** A change, published after the commit. */
export interface Change {
  /** Checks were recorded: these websites have new figures. */
  website_ids: readonly number[];
  /** Their monitors, where this process recorded the checks; null where they must be read. */
  monitors: readonly MonitorAfterChecks[] | null;
  /** Websites, monitors, settings or branding were added, edited or removed. */
  is_structural: boolean;
  /** All data was replaced, as by a restore: the same id and revision may be another monitor. Structural too. */
  is_replaced: boolean;
  /** Deliveries were added to the outbox. */
  has_deliveries: boolean;
  /** Somebody may not enter any more, or may do less: a token was revoked, a session ended, or a role changed. */
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
    /** Returns how to stop listening. A listener that throws does not keep others from hearing. */
    subscribe(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
