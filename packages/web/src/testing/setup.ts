import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { addMissingBrowserParts } from './missing-browser-parts.ts';

// A page's code is loaded when it is shown, and the first time it is compiled too.
configure({ asyncUtilTimeout: 10_000 });
addMissingBrowserParts();

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
