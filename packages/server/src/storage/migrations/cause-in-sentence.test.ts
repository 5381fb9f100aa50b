import { expect, it } from 'vitest';
import { causeInSentence } from './cause-in-sentence.ts';

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

it('looks no further in a sentence that repeats itself than a name can reach', () => {
  const message = `${' is down: '.repeat(10_000)}HTTP 503`;
  expect(causeInSentence({ alert_type: 'DOWN', problem: 'outage', message })).toBe(message.slice(' is down: '.length));
});
