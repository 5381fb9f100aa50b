import { useEffect, useState } from 'react';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'theme';
const darkScheme = '(prefers-color-scheme: dark)';

/** The stored choice; the script in the page's head reads the same key before the first paint. */
export function readThemeChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function applyTheme(choice: ThemeChoice): void {
  const isDark = choice === 'system' ? window.matchMedia(darkScheme).matches : choice === 'dark';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

/** The chosen theme, and a setter that stores and applies it. 'system' follows the device while the page is open. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const [choice, setChoice] = useState(readThemeChoice);
  useEffect(() => {
    applyTheme(choice);
    const scheme = window.matchMedia(darkScheme);
    const follow = () => applyTheme(choice);
    scheme.addEventListener('change', follow);
    return () => scheme.removeEventListener('change', follow);
  }, [choice]);
  const choose = (next: ThemeChoice) => {
    localStorage.setItem(storageKey, next);
    setChoice(next);
  };
  return [choice, choose];
}
