import type { CheckMode } from '@upvigil/core/contract/check-options/request-names';
import { defaults } from '@upvigil/core/defaults';

/** What decides whether a check gets a screenshot. */
export interface ScreenshotQuestion {
  check_mode: CheckMode | null;
  is_triggered: boolean;
  /** Whether the monitor was up before the check; null when this is its first. */
  was_up: boolean | null;
  is_up: boolean;
  /** Milliseconds since the epoch. */
  checked_at: number;
  /** When the check was made after which one was last taken or tried, milliseconds since the epoch; null for none. */
  last_at: number | null;
}

/** Why a screenshot is taken after a check, or null when none is due. */
export function screenshotDue(question: ScreenshotQuestion): 'trigger' | 'browser check' | 'change' | 'age' | null {
  const { check_mode, is_triggered, was_up, is_up, checked_at, last_at } = question;
  if (is_triggered) return 'trigger';
  if (check_mode === 'browser') return 'browser check';
  if (was_up !== null && was_up !== is_up) return 'change';
  const maxAge = defaults.screenshots.maxAgeMinutes * 60_000;
  return last_at === null || checked_at - last_at >= maxAge ? 'age' : null;
}
