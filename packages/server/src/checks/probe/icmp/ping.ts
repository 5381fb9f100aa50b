export interface PingOptions {
  /** Echo requests to send. */
  count: number;
  /** Milliseconds from one echo request to the next. */
  gap: number;
  /** When to stop waiting for replies, milliseconds of `clock.monotonic()`. */
  giveUpAt: number;
  signal: AbortSignal;
}

/** What came back. */
export interface Echoes {
  sent: number;
  received: number;
  /** Average round trip, microseconds; null when nothing came back. */
  average_us: number | null;
  /** The system's error when echo requests could not be sent: 'ENETUNREACH'. */
  send_error: string | null;
}

/** No echo request can be sent from here at all: why, and what to do about it. */
export interface PingUnavailable {
  unavailable: string;
}

export type Ping = (address: string, options: PingOptions) => Promise<Echoes | PingUnavailable>;
