import { expect, it } from 'vitest';
import { causeInSentence } from './002-alert-cause.ts';

it.each([
  ['outage', 'Shop: https://shop.example.com/ is down: HTTP 503', 'HTTP 503'],
  [
    'outage',
    'Shop: db (a.example:1) is down: greeting was "x is down: HTTP 503"',
    'greeting was "x is down: HTTP 503"',
  ],
  ['outage', 'A is down: B: https://shop.example.com/ is down: HTTP 503', 'HTTP 503'],
  ['outage', 'A is down: B is down: https://b.example/ is down: the check failed', 'the check failed'],
  ['outage', 'Shop: https://shop.example.com/ is down: of no kind that we know', 'of no kind that we know'],
  ['slow', 'A is slow: B: https://shop.example.com/ is slow: 6.12s, limit 5.00s', '6.12s, limit 5.00s'],
  ['metadata', 'Shop: https://shop.example.com/ lacks its meta tag: og:title = Shop', 'og:title = Shop'],
])('finds the cause of an alert that was written without: %s, %s', (problem, message, cause) => {
  expect(causeInSentence({ alert_type: 'DOWN', problem, message })).toBe(cause);
});

it('finds none where there is none', () => {
  expect(
    causeInSentence({ alert_type: 'RECOVERED', problem: 'outage', message: 'A is down: B: x is up again' }),
  ).toBeNull();
  expect(causeInSentence({ alert_type: 'DOWN', problem: 'outage', message: 'somebody wrote this' })).toBeNull();
  expect(causeInSentence({ alert_type: 'DOWN', problem: 'of tomorrow', message: 'A is down: B' })).toBeNull();
  expect(causeInSentence({ alert_type: 'DOWN', problem: 'outage', message: 7 })).toBeNull();
});

it('is done soon with a sentence that repeats itself', () => {
  const message = ' is down: '.repeat(100_000);
  const started = performance.now();
  expect(causeInSentence({ alert_type: 'DOWN', problem: 'outage', message })).toHaveLength(message.length - 10);
  expect(performance.now() - started).toBeLessThan(1000);
});
