import type { MouseEvent } from 'react';

const controls = 'a, button, input, select, textarea, label, summary, [role=menu]';

/**
 * Click handler of a whole row, as a larger target for what a button in the row does. Ignores clicks on controls, in what
 * React renders elsewhere, and at the end of a text selection.
 */
export const onRowClick =
  (run: () => void) =>
  ({ target, currentTarget }: MouseEvent): void => {
    const isInRow = target instanceof Element && currentTarget.contains(target) && target.closest(controls) === null;
    if (isInRow && (window.getSelection()?.isCollapsed ?? true)) run();
  };
