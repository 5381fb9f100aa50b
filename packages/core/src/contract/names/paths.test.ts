import { expect, test } from 'vitest';
import { isPagePath, monitorPath } from './paths.ts';

test.each(['/', '/login', '/Login', '/websites', '/websites/', '/websites/3', '/alerts/incidents/12', '/settings'])(
  '%s is a page',
  (path) => {
    expect(isPagePath(path)).toBe(true);
  },
);

test.each(['/nowhere', '/websites/3/more', '/alerts/nothing', '/index.html', '/login/x', '//evil.example'])(
  '%s is none',
  (path) => {
    expect(isPagePath(path)).toBe(false);
  },
);

test.each([
  ['URL', '/websites/1?open=7'],
  ['IMAP', '/websites/1?tab=network&open=7'],
  [null, '/websites/1?tab=network&open=7'],
  ['HEARTBEAT', '/websites/1?tab=heartbeats&open=7'],
])('a monitor of the kind %s is opened on its tab', (kind, path) => {
  expect(monitorPath(1, kind, 7)).toBe(path);
});
