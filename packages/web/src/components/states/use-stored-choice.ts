import { useCallback, useState } from 'react';

/** Choice stored in this browser; defaults to the first. `choices` must be a module constant. */
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
