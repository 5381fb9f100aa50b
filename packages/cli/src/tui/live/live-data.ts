export interface LiveState<Data> {
  /** The last data; kept while the server is unreachable. */
  data: Data | null;
  /** When it was read, in ms since the epoch. */
  loadedAt: number | null;
  isLoading: boolean;
  /** Why the last read failed; null after a successful one. */
  error: { reason: unknown; at: number } | null;
  /** When it will be read again, in ms since the epoch. */
  nextAt: number | null;
}

export interface LoadRequest<Data> {
  /** The previous data, for parts that did not change. */
  previous: Data | null;
  /** Ids of changed websites; null: read everything. */
  changed: ReadonlySet<number> | null;
  signal: AbortSignal;
  /** Publishes a first part of the data. */
  publish(data: Data): void;
}

export interface LiveOptions<Data> {
  load(request: LoadRequest<Data>): Promise<Data>;
  intervalMs: number;
  now(): number;
  /** Shortest time between two reads caused by changes. */
  changeGapMs?: number;
  firstRetryMs?: number;
}

const defaultGapMs = 1000;
const defaultFirstRetryMs = 1000;

/** Reads at an interval, at once after changes, and with growing pauses while the server is unreachable. */
export class LiveData<Data> {
  readonly #options: Required<LiveOptions<Data>>;
  readonly #listeners = new Set<() => void>();
  #state: LiveState<Data> = { data: null, loadedAt: null, isLoading: false, error: null, nextAt: null };
  #failures = 0;
  #timer: NodeJS.Timeout | null = null;
  #reading: AbortController | null = null;
  #isRunning = false;
  /** What changed since the last read began: ids, `all`, or null for nothing. */
  #changed: Set<number> | 'all' | null = null;
  #readAllAt = Number.NEGATIVE_INFINITY;

  constructor(options: LiveOptions<Data>) {
    this.#options = { changeGapMs: defaultGapMs, firstRetryMs: defaultFirstRetryMs, ...options };
  }

  get = (): LiveState<Data> => this.#state;

  /** Calls back at every change. Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads everything now. */
  refresh(): void {
    this.#changed = null;
    if (this.#reading) this.#reading.abort();
    else void this.#read();
  }

  /** Reads soon, because the website of that id changed, or anything for null. */
  touch(id: number | null): void {
    const isFirst = this.#changed === null;
    if (id === null || this.#changed === 'all') this.#changed = 'all';
    else this.#changed = (this.#changed ?? new Set()).add(id);
    const { changeGapMs, now } = this.#options;
    const readableAt = (this.#state.loadedAt ?? 0) + changeGapMs;
    if (isFirst && !this.#reading) this.#schedule(Math.max(0, readableAt - now()));
  }

  /** Reads at the interval until `pause`, which keeps the data. */
  resume(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#read();
  }

  pause(): void {
    this.#isRunning = false;
    if (this.#timer) clearTimeout(this.#timer);
    this.#reading?.abort();
  }

  #set(change: Partial<LiveState<Data>>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #schedule(delayMs: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.#isRunning) return;
    this.#timer = setTimeout(() => void this.#read(), delayMs);
    this.#state = { ...this.#state, nextAt: this.#options.now() + delayMs };
  }

  async #read(): Promise<void> {
    if (this.#reading) return;
    if (this.#timer) clearTimeout(this.#timer);
    const controller = new AbortController();
    const { signal } = controller;
    this.#reading = controller;
    const changed = this.#takeChanges();
    this.#set({ isLoading: true });
    const publish = (data: Data): void => {
      if (!signal.aborted) this.#set({ data, loadedAt: this.#options.now(), error: null });
    };
    const outcome = await this.#options.load({ previous: this.#state.data, changed, signal, publish }).then(
      (data) => ({ data }),
      (reason: unknown) => ({ reason }),
    );
    this.#reading = null;
    if (!signal.aborted) {
      this.#finish(outcome);
      return;
    }
    // The read was aborted for another one that begins now.
    this.#set({ isLoading: false });
    if (this.#isRunning) await this.#read();
  }

  /** The changed websites for the next read; null for everything. */
  #takeChanges(): ReadonlySet<number> | null {
    const { now, intervalMs } = this.#options;
    const changed = this.#changed instanceof Set ? this.#changed : null;
    this.#changed = null;
    if (changed && now() - this.#readAllAt < intervalMs) return changed;
    this.#readAllAt = now();
    return null;
  }

  #finish(outcome: { data: Data } | { reason: unknown }): void {
    const { now, intervalMs, changeGapMs, firstRetryMs } = this.#options;
    if ('data' in outcome) {
      this.#failures = 0;
      this.#schedule(this.#changed === null ? intervalMs : changeGapMs);
      this.#set({ data: outcome.data, loadedAt: now(), isLoading: false, error: null });
      return;
    }
    this.#schedule(Math.min(intervalMs, firstRetryMs * 2 ** this.#failures));
    this.#failures += 1;
    this.#set({ isLoading: false, error: { reason: outcome.reason, at: now() } });
  }
}
