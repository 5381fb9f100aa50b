/** Milliseconds since the epoch, UTC. Both databases store them as integers. */
export type Milliseconds = number;
/** 0 or 1, because SQLite has no boolean. */
export type Flag = 0 | 1;
/** Response times are stored as whole microseconds, so that sums stay exact. */
export type Microseconds = number;
