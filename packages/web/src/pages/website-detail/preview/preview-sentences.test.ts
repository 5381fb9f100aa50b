import { describe, expect, it } from 'vitest';
import { failuresBeforeAlert, type Plan, previewSentences } from './preview-sentences.ts';

const plan: Plan = {
  enabled: true,
  check_interval: 60,
  timeout: 30,
  response_time_threshold: 5,
  failure_threshold: 2,
};
const sentences = (change: Partial<Plan> = {}, by: readonly string[] | null = null, hasRules = false) =>
  previewSentences({ ...plan, ...change }, by && { by, hasRules }).map(({ sentence }) => sentence);
const about = (what: string, change: Partial<Plan> = {}) =>
  previewSentences({ ...plan, ...change }, null).find((one) => one.about === what)?.sentence;

describe('the preview of a form', () => {
  it('follows a check from its interval to its recipients', () => {
    expect(sentences({ metadata_tag: 'og:title', metadata_value: 'Returns' }, ['email', 'Slack'])).toEqual([
      'Checked every minute, 1,440 times a day.',
      'Down after 2 failed checks in a row, 5 s apart.',
      'Slow above 5.00s, failed without a response within 30 s.',
      "Its og:title must be 'Returns'.",
      'You are notified by email and Slack.',
    ]);
  });

  it.each([
    [10, 'Checked every 10 seconds, 8,640 times a day.'],
    [90, 'Checked every 1 minute 30 seconds, 960 times a day.'],
    [3600, 'Checked every hour, 24 times a day.'],
    [86_400, 'Checked every day, once a day.'],
  ])('shows the interval of %d s', (check_interval, sentence) => {
    expect(about('interval', { check_interval })).toBe(sentence);
  });

  it('distinguishes a single failure from several', () => {
    expect(about('down', { failure_threshold: 1 })).toBe('Down at the first failed check.');
    expect(about('down', { failure_threshold: 3 })).toBe('Down after 3 failed checks in a row, 5 s apart.');
  });

  it('explains that a check fails before it can be slow', () => {
    expect(about('slow', { response_time_threshold: 30 })).toBe(
      'Failed without a response within 30 s, so never slow.',
    );
  });

  it('describes the required content of a response', () => {
    expect(about('content', { metadata_tag: 'og:title' })).toBe('It must have og:title.');
    expect(about('content', { metadata_value: 'Returns' })).toBeUndefined();
    expect(about('content', { expected_response: 'SSH' })).toBe("The service must send 'SSH' first.");
    expect(about('content', { packet_loss_threshold: 50 })).toBe(
      'Also fails if more than 50 % of its packets are lost.',
    );
    expect(about('content', { packet_loss_threshold: 100 })).toBeUndefined();
  });

  it('shows that nobody is notified, and nothing while unknown', () => {
    expect(sentences({}, []).at(-1)).toBe('Nobody is notified: its alerts only appear in the list.');
    expect(sentences()).toHaveLength(3);
    expect(sentences({}, [], true).at(-1)).toBe(
      'Nobody is notified, unless a routing rule overrides this: its alerts only appear in the list.',
    );
    expect(sentences({}, ['email'], true).at(-1)).toBe(
      'You are notified by email, unless a routing rule overrides this.',
    );
  });

  it('omits invalid values during typing', () => {
    expect(sentences({ check_interval: Number.NaN, timeout: 0, failure_threshold: 11 })).toEqual(['Slow above 5.00s.']);
    expect(about('down', { check_interval: 5 })).toBe('Down after 2 failed checks in a row.');
    expect(about('slow', { response_time_threshold: undefined })).toBe('Failed without a response within 30 s.');
    expect([failuresBeforeAlert(Number.NaN), failuresBeforeAlert(1)]).toEqual(['', '1 failed check before an alert']);
  });

  it('describes no checks of a disabled monitor', () => {
    expect(sentences({ enabled: false }, ['email'])).toEqual(['Nothing is checked until it is enabled.']);
  });
});
