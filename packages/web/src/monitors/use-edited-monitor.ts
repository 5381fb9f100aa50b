import { useCallback, useEffect, useState } from 'react';
import { useAsked } from '../components/dialogs/use-asked.ts';
import { useEdited } from '../components/dialogs/use-edited.ts';

/**
 * Monitor that a form edits, as in `useEdited`, or whose values fill the form of a new one. `?edit=7` and
 * `?duplicate=7` in the address open the form as soon as the monitors are loaded.
 */
export function useEditedMonitor<Monitor extends { id: number }>(monitors: readonly Monitor[] | undefined) {
  const [edited, setEdited] = useEdited<Monitor>();
  const [copied, setCopied] = useState<Monitor | null>(null);
  const [askedToEdit, setAskedToEdit] = useState<string | null>(null);
  const [askedToCopy, setAskedToCopy] = useState<string | null>(null);
  useAsked('edit', setAskedToEdit);
  useAsked('duplicate', setAskedToCopy);
  const edit = useCallback(
    (monitor: Monitor | null) => {
      setCopied(null);
      setEdited(monitor);
    },
    [setEdited],
  );
  const duplicate = useCallback(
    (monitor: Monitor) => {
      setCopied(monitor);
      setEdited(null);
    },
    [setEdited],
  );
  useEffect(() => {
    const find = (asked: string | null) => monitors?.find(({ id }) => String(id) === asked);
    const toEdit = find(askedToEdit);
    const toCopy = find(askedToCopy);
    if (toEdit) edit(toEdit);
    if (toCopy) duplicate(toCopy);
    if (toEdit) setAskedToEdit(null);
    if (toCopy) setAskedToCopy(null);
  }, [monitors, askedToEdit, askedToCopy, edit, duplicate]);
  const close = useCallback(() => {
    setCopied(null);
    setEdited(undefined);
  }, [setEdited]);
  return { edited, copied, edit, duplicate, close };
}
