import { defaults } from '@upvigil/core/defaults';

/** The stored token, or null. Where the browser refuses storage, it counts as empty. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(defaults.tokenStorageKey);
  } catch {
    return null;
  }
}

export const storeToken = (token: string): void => localStorage.setItem(defaults.tokenStorageKey, token);

export const clearToken = (): void => localStorage.removeItem(defaults.tokenStorageKey);
