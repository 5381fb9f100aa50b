/** Decides which connections stay when there is room for so many only. `Key`: the connection. */
export interface ConnectionRoom<Key extends object> {
  /** A connection came. Returns which is to be closed for it: another, itself, or none. */
  open(key: Key): Key | null;
  /** A request came in on it. */
  begin(key: Key): void;
  /** Its request was answered, or broken off. */
  end(key: Key): void;
  /** It belongs to somebody who is signed in, or to a program with a token. */
  trust(key: Key): void;
  close(key: Key): void;
}

/** A request of a stranger that takes longer, as a stream of events does, makes room for new ones. Milliseconds. */
const strangersPatience = 10_000;

/**
 * Room for `most` connections. When they are more, those go first that never said anything, then those of strangers that
 * are idle, then requests of strangers that take long, then idle ones of others; in each case the oldest.
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
