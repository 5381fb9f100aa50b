import { expect, it } from 'vitest';
import { type ScreenshotQuestion, screenshotDue } from './screenshots.ts';

const hour = 3_600_000;
const now = 100 * hour;
const due = (changes: Partial<ScreenshotQuestion>) =>
  screenshotDue({
    check_mode: 'http',
    is_triggered: false,
    was_up: true,
    is_up: true,
    checked_at: now,
    last_at: now - 60_000,
    ...changes,
  });

it.each([
  ['nothing new', {}, null],
  ['the first check', { was_up: null, last_at: null }, 'age'],
  ['a first check after one was taken', { was_up: null }, null],
  ['went down', { is_up: false }, 'change'],
  ['came up', { was_up: false }, 'change'],
  ['still down', { was_up: false, is_up: false }, null],
  ['just under an hour', { last_at: now - hour + 1 }, null],
  ['an hour', { last_at: now - hour }, 'age'],
  ['a trigger', { is_triggered: true }, 'trigger'],
  ['a browser check', { check_mode: 'browser' as const }, 'browser check'],
])('a screenshot is due after: %s', (_what, changes, expected) => {
  expect(due(changes)).toBe(expected);
});
