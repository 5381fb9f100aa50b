import { useEffect, useState } from 'react';

const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** The one that follows when somebody goes round. */
export const nextTheme = (choice: ThemeChoice): ThemeChoice =>
  themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';

const storageKey = 'theme';
const darkScheme = '(prefers-color-scheme: dark)';

/** The stored choice; the script in the page's head reads the same key before the first paint. */
function readThemeChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function applyTheme(choice: ThemeChoice): void {
  const isDark = choice === 'system' ? window.matchMedia(darkScheme).matches : choice === 'dark';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

/** The chosen theme, and a setter that stores and applies it. 'system' follows the device while the page is open, and all follow a choice made elsewhere. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const [choice, setChoice] = useState(readThemeChoice);
  useEffect(() => {
    applyTheme(choice);
    const scheme = window.matchMedia(darkScheme);
    const follow = () => applyTheme(choice);
    scheme.addEventListener('change', follow);
    return () => scheme.removeEventListener('change', follow);
  }, [choice]);
  useEffect(() => {
    const follow = () => setChoice(readThemeChoice());
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  const choose = (next: ThemeChoice) => {
    localStorage.setItem(storageKey, next);
    // The browser informs other tabs only; this one may show the choice in two places.
    window.dispatchEvent(new Event('storage'));
  };
  return [choice, choose];
}
