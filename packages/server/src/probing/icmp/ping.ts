/** How to ping. Times in milliseconds, `giveUpAt` of `clock.monotonic()`. */
export interface PingOptions {
  count: number;
  gap: number;
  giveUpAt: number;
  signal: AbortSignal;
}

/** What came back. */
export interface Echoes {
  sent: number;
  received: number;
  /** Average round trip of the answers, microseconds; null without any. */
  average_us: number | null;
  /** The system's error when echo requests could not be sent: 'ENETUNREACH'. */
  send_error: string | null;
}

/** No echo request can be sent from here at all: why, and what to do about it. */
export interface PingUnavailable {
  unavailable: string;
}

export type Ping = (address: string, options: PingOptions) => Promise<Echoes | PingUnavailable>;
