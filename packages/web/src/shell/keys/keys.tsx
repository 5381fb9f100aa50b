import { useEffect } from 'react';
import { ModalDialog } from '../../components/dialogs/modal-dialog.tsx';
import { Key } from './key.tsx';
import { keyMap } from './key-map.ts';
import { useKeys } from './use-keys.ts';

interface KeysProps {
  /** Key events from before this code was loaded, if any. */
  early: { take: () => KeyboardEvent[] } | null;
  /** Shows the list of keys. */
  isListShown: boolean;
  onListShown: (isShown: boolean) => void;
}

/** Runs the keys of the app, and shows their list. */
export function Keys({ early, isListShown, onListShown }: KeysProps) {
  const press = useKeys(() => onListShown(true));
  useEffect(() => {
    for (const event of early?.take() ?? []) press(event);
  }, [early, press]);
  return isListShown ? <KeysDialog onClose={() => onListShown(false)} /> : null;
}

const groups = ['Everywhere', 'Lists', 'Go to'] as const;

/** All keys, from the same table that runs them. */
const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <ModalDialog title="Keys" size="medium" onClose={onClose}>
    <p className="mb-4 text-(--muted)">
      They do nothing in fields and dialogs. <Key>Ctrl K</Key> or <Key>⌘ K</Key> opens the search from everywhere.
    </p>
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {groups.map((group) => (
        <section
          key={group}
          aria-label={group}
          className={group === 'Go to' ? 'sm:col-start-2 sm:row-span-2 sm:row-start-1' : ''}
        >
          <h3 className="mb-1 text-xs font-medium text-(--muted)">{group}</h3>
          <dl>
            {keyMap
              .filter((entry) => entry.group === group)
              .map(({ keys, text }) => (
                <div key={text} className="flex min-h-9 items-center justify-between gap-3 border-b border-(--border)">
                  <dt className="text-[0.8125rem]">{text}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <Key key={key}>{key}</Key>
                    ))}
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  </ModalDialog>
);
