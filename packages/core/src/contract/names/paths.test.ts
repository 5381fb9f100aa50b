import { expect, test } from 'vitest';
import { isPagePath } from './paths.ts';

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
