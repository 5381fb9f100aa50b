import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { addMissingBrowserParts } from './missing-browser-parts.ts';

addMissingBrowserParts();

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
