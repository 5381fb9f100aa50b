import { defaults } from '@upvigil/core/defaults';

/** The stored token, or null. Null if the browser denies storage. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(defaults.tokenStorageKey);
  } catch {
    return null;
  }
}

export const storeToken = (token: string): void => localStorage.setItem(defaults.tokenStorageKey, token);

export const clearToken = (): void => localStorage.removeItem(defaults.tokenStorageKey);
