import { useEffect, useState } from 'react';

const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

export const nextTheme = (choice: ThemeChoice): ThemeChoice =>
  themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';

const storageKey = 'theme';
const darkScheme = '(prefers-color-scheme: dark)';

/** Stored theme. The inline script of the document reads the same key before the first paint. */
function readThemeChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function applyTheme(choice: ThemeChoice): void {
  const isDark = choice === 'system' ? window.matchMedia(darkScheme).matches : choice === 'dark';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

/** Current theme and its setter. 'system' follows the device; changes in other tabs apply here too. */
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
    // Browsers notify only other tabs, but this tab may show the theme in two places.
    window.dispatchEvent(new Event('storage'));
  };
  return [choice, choose];
}
