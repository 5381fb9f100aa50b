import { expect, test } from 'vitest';
import { networkCheckBadge, urlBadge, urlCheckBadge } from './states.ts';

const good = { is_up: true, status_code: 200, response_time: 1, metadata_found: null, error_message: null };

test.each([
  [{}, 'UP', 'up'],
  [{ response_time: 5.1 }, 'SLOW', 'warn'],
  [{ response_time: 5.1, metadata_found: false }, 'SLOW', 'warn'],
  [{ metadata_found: false }, 'METADATA_MISSING', 'warn'],
  [{ error_message: 'page forbids indexing: meta robots "noindex"' }, 'METADATA_MISSING', 'warn'],
  [{ is_up: false, status_code: 404, metadata_found: false }, '404', 'down'],
  [{ is_up: false, status_code: 302 }, '302', 'down'],
  [{ is_up: false, status_code: null }, 'ERROR', 'down'],
])('a check that found %j shows %s', (found, label, tone) => {
  expect(urlCheckBadge({ ...good, ...found }, 5)).toEqual({ label, tone });
});

test('a URL that is disabled or was never checked shows that, whatever else is known', () => {
  const badge = (enabled: boolean, hasCheck: boolean): string => {
    const last_check = hasCheck
      ? { ...good, id: 1, url_id: 1, checked_at: '', screenshot_path: null, phases: null }
      : null;
    return urlBadge({ enabled, last_check, response_time_threshold: 5 }).label;
  };
  expect([badge(false, true), badge(true, false), badge(true, true)]).toEqual(['Disabled', 'No Data', 'UP']);
});

test('a network monitor that answered late is slow; one that did not answer is down', () => {
  const label = (is_up: boolean, response_time: number) => networkCheckBadge({ is_up, response_time }, 1).label;
  expect([label(true, 1), label(true, 2), label(false, 2)]).toEqual(['UP', 'SLOW', 'DOWN']);
});
