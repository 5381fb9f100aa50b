import { type CheckState, mostRecentChecks } from '@upvigil/core/contract/names/states';
import { isSlowCheck } from '@upvigil/core/status/url-state';

/** One of a monitor's last checks, stored with its state. */
export interface RecentCheck {
  state: CheckState;
  /** Whole milliseconds; null if not measured. */
  ms: number | null;
}

/** `is_slow`: up, but slower than the threshold at that time. */
export const recentCheck = (check: {
  is_up: boolean;
  is_slow: boolean;
  response_time_us: number | null;
}): RecentCheck => ({
  state: check.is_up ? (check.is_slow ? 'slow' : 'up') : 'down',
  ms: check.response_time_us === null ? null : Math.min(Math.round(check.response_time_us / 1000), longestMs),
});

/**
 * The last checks of a monitor, oldest first, as three base-94 digits each ('!' to '~'). Value: 3 * (milliseconds + 1),
 * or 0 if not measured, plus the index of the state. Text rather than bytes, because the SQL that writes it must name a
 * type that both databases have.
 */
type EncodedRecentChecks = string;

const width = 3;
const base = 94;
const zero = '!'.charCodeAt(0);
/** The order must never change, because stored values depend on it. */
const states: readonly CheckState[] = ['up', 'slow', 'down'];
/** Longer than any check: nearly five minutes. */
const longestMs = Math.floor(base ** width / states.length) - 2;

/** Appends a check and drops the oldest one if there are too many. Null is empty. */
export const addRecentCheck = (encoded: EncodedRecentChecks | null, check: RecentCheck): EncodedRecentChecks =>
  ((encoded ?? '') + encodeCheck(check)).slice(-mostRecentChecks * width);

/**
 * Encodes stored checks, given newest first; null without any. Slow is evaluated by the current threshold (in seconds),
 * because checks do not store theirs.
 */
export const encodeStoredChecks = (
  newestFirst: readonly { is_up: number; response_time_us: number | null }[],
  threshold: number,
): EncodedRecentChecks | null =>
  newestFirst.slice(0, mostRecentChecks).reduceRight<string | null>((encoded, { is_up, response_time_us }) => {
    const check = { is_up: is_up === 1, response_time: response_time_us === null ? null : response_time_us / 1e6 };
    const is_slow = isSlowCheck(check, threshold);
    return addRecentCheck(encoded, recentCheck({ is_up: check.is_up, is_slow, response_time_us }));
  }, null);

/** Oldest first. */
export const decodeRecentChecks = (encoded: EncodedRecentChecks | null): RecentCheck[] => {
  const checks: RecentCheck[] = [];
  for (let at = 0; at < (encoded?.length ?? 0); at += width) checks.push(decodeCheck(encoded ?? '', at));
  return checks;
};

/** Whether a text is valid. Any other text would decode to checks that never happened. */
export function isEncodedRecentChecks(text: string): boolean {
  if (text.length % width !== 0 || text.length > mostRecentChecks * width || !/^[!-~]*$/.test(text)) return false;
  return decodeRecentChecks(text).every(({ ms }) => ms === null || ms <= longestMs);
}

function encodeCheck({ state, ms }: RecentCheck): string {
  const number = (ms === null ? 0 : ms + 1) * states.length + states.indexOf(state);
  const digit = (place: number): number => zero + (Math.floor(number / base ** place) % base);
  return String.fromCharCode(digit(2), digit(1), digit(0));
}

function decodeCheck(encoded: string, at: number): RecentCheck {
  let number = 0;
  for (let place = at; place < at + width; place++) number = number * base + encoded.charCodeAt(place) - zero;
  const time = Math.floor(number / states.length);
  return { state: states[number % states.length] ?? 'down', ms: time === 0 ? null : time - 1 };
}
