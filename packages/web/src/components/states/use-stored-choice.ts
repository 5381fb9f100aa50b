import { useCallback, useState } from 'react';

/** One of a few, remembered in this browser: the first until somebody chose. `choices` must be a constant of the module. */
export function useStoredChoice<Choice extends string>(
  storageKey: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [chosen, setChosen] = useState(() => {
    const stored = localStorage.getItem(storageKey);
    return choices.find((choice) => choice === stored) ?? choices[0];
  });
  const choose = useCallback(
    (next: Choice) => {
      localStorage.setItem(storageKey, next);
      setChosen(next);
    },
    [storageKey],
  );
  return [chosen, choose];
}
