/** Decides which connections to close when the limit is reached. `Key`: the connection. */
interface ConnectionRoom<Key extends object> {
  /** Adds a connection. Returns the one to close instead: another, the new one, or none. */
  open(key: Key): Key | null;
  /** A request has started on it. */
  begin(key: Key): void;
  /** Its request was answered or cancelled. */
  end(key: Key): void;
  /** It belongs to a signed-in user or a program with a token. */
  trust(key: Key): void;
  close(key: Key): void;
}

/** An untrusted request that takes longer, such as an event stream, may be closed for new connections. Milliseconds. */
const strangersPatience = 10_000;

/**
 * Keeps `most` connections. Over the limit it closes, in this order: connections without any request, idle untrusted
 * ones, long untrusted requests, idle trusted ones. In each class the oldest goes first.
 */
export function createConnectionRoom<Key extends object>(most: number, now: () => number): ConnectionRoom<Key> {
  const trusted = new WeakSet<Key>();
  const silent = new Set<Key>();
  const idle = new Set<Key>();
  const busy = new Map<Key, number>();
  const idleTrusted = new Set<Key>();
  const all = new Set<Key>();

  const forget = (key: Key): void => {
    for (const each of [silent, idle, busy, idleTrusted]) each.delete(key);
  };
  const longBusy = (): Key | undefined => {
    const [oldest] = busy;
    return oldest && now() - oldest[1] > strangersPatience ? oldest[0] : undefined;
  };
  const first = (keys: ReadonlySet<Key>): Key | undefined => keys.values().next().value;
  const close = (key: Key): void => {
    all.delete(key);
    forget(key);
  };
  return {
    open(key) {
      const isFull = all.size >= most;
      const leaving = isFull ? (first(silent) ?? first(idle) ?? longBusy() ?? first(idleTrusted) ?? key) : null;
      if (leaving !== null) close(leaving);
      if (leaving === key) return key;
      all.add(key);
      silent.add(key);
      return leaving;
    },
    begin(key) {
      forget(key);
      if (all.has(key) && !trusted.has(key)) busy.set(key, now());
    },
    end(key) {
      forget(key);
      if (all.has(key)) (trusted.has(key) ? idleTrusted : idle).add(key);
    },
    trust(key) {
      trusted.add(key);
      busy.delete(key);
    },
    close,
  };
}
