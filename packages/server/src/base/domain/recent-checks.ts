import { type CheckState, mostRecentChecks } from '@upvigil/core/contract/names/states';
import { isSlowCheck } from '@upvigil/core/status/url-state';

/** One of the last checks of a monitor, as they are kept beside its state. */
export interface RecentCheck {
  state: CheckState;
  /** Whole milliseconds; null when nothing was measured. */
  ms: number | null;
}

/** The stored part of a check. `is_slow`: up, but slower than the threshold at that time. */
export const recentCheck = (check: {
  is_up: boolean;
  is_slow: boolean;
  response_time_us: number | null;
}): RecentCheck => ({
  state: check.is_up ? (check.is_slow ? 'slow' : 'up') : 'down',
  ms: check.response_time_us === null ? null : Math.min(Math.round(check.response_time_us / 1000), longestMs),
});

/**
 * The last checks of a monitor in one short text, oldest first: three characters each, the digits of one number to the
 * base of 94, from '!' to '~'. The number is three times the milliseconds plus one, or zero when nothing was measured,
 * plus the place of the state. Text and not bytes, because the statement that writes it must say its type in the words
 * of both databases.
 */
type EncodedRecentChecks = string;

const width = 3;
const base = 94;
const zero = '!'.charCodeAt(0);
/** Never changes: what is stored is read by it. */
const states: readonly CheckState[] = ['up', 'slow', 'down'];
/** More than any check may take: nearly five minutes. */
const longestMs = Math.floor(base ** width / states.length) - 2;

/** The text with one check more, and without the oldest where there would be too many. Null is the text without any. */
export const addRecentCheck = (encoded: EncodedRecentChecks | null, check: RecentCheck): EncodedRecentChecks =>
  ((encoded ?? '') + encodeCheck(check)).slice(-mostRecentChecks * width);

/**
 * The text for checks as they are stored, the newest first; null without any. Slow is what today's threshold says, in
 * seconds: nothing stored says what the threshold was.
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

/** Whether a text is one of these: any other would be read as checks that nobody made. */
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
