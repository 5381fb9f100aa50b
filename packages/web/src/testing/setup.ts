import '@testing-library/jest-dom/vitest';
import { setImmediate } from 'node:timers/promises';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import { speakEnglish } from '../language/testing/speak-english.ts';
import { addMissingBrowserParts } from './missing-browser-parts.ts';
import { addQuickLookups } from './quick-lookups.ts';

const { asyncWrapper } = getConfig();

configure({
  // Long, because the code of a page is compiled and loaded when it is first shown.
  asyncUtilTimeout: 30_000,
  // Elements are on the page before their effects have run: on a busy machine React runs them a task later.
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      await setImmediate();
      return found;
    }),
});
addMissingBrowserParts();
addQuickLookups();
speakEnglish();

afterEach(() => {
  cleanup();
  // Content in a tree of its own is not cleaned up: the next test, of another file even, would find it.
  expect(document.querySelector('dialog'), 'a dialog that this test left open').toBeNull();
  localStorage.clear();
  sessionStorage.clear();
});
