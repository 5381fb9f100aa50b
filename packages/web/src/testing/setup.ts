import '@testing-library/jest-dom/vitest';
import { setImmediate } from 'node:timers/promises';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import { setEnglishCatalogue } from '../language/testing/english-catalogue.ts';
import { addBrowserApis } from './browser-apis.ts';
import { addQuickLookups } from './quick-lookups.ts';

const { asyncWrapper, getElementError } = getConfig();

configure({
  // Long, because the code of a page is compiled on first use: on a loaded machine that took over 30 s.
  asyncUtilTimeout: 80_000,
  // React may run effects a task after elements appear, on a busy machine.
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      await setImmediate();
      return found;
    }),
  // Prints the document when the message is read, because a query that waits discards an error for each attempt.
  getElementError: (message, container) => {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    const get = () => getElementError(message, container).message;
    return Object.defineProperty(error, 'message', { get, configurable: true });
  },
});
addBrowserApis();
addQuickLookups();
setEnglishCatalogue();

afterEach(() => {
  cleanup();
  // Content in a React root of its own is not cleaned up, and would leak into the next test.
  expect(document.querySelector('dialog'), 'a dialog that this test left open').toBeNull();
  localStorage.clear();
  sessionStorage.clear();
});
