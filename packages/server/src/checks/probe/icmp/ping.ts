export interface PingOptions {
  /** Number of echo requests. */
  count: number;
  /** Milliseconds between echo requests. */
  gap: number;
  /** End of the wait for replies, in milliseconds of `clock.monotonic()`. */
  giveUpAt: number;
  signal: AbortSignal;
}

/** Result of a ping. */
export interface Echoes {
  sent: number;
  received: number;
  /** Average round trip in microseconds; null without replies. */
  average_us: number | null;
  /** The system's error if echo requests could not be sent: 'ENETUNREACH'. */
  send_error: string | null;
}

/** This host cannot send echo requests at all: the reason and its remedy. */
export interface PingUnavailable {
  unavailable: string;
}

export type Ping = (address: string, options: PingOptions) => Promise<Echoes | PingUnavailable>;
