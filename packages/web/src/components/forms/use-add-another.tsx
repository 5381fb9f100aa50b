import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Checkbox, toggled } from './toggles.tsx';

interface AddAnotherOptions<Input extends FieldValues, Output> {
  /** An edited object has no next one. */
  isNew: boolean;
  save: (values: Output) => Promise<unknown>;
  onClose: () => void;
  /** Values of the next form: the settings stay, what names the object is empty. */
  next: (values: Input) => Input;
  /** Gets the focus in the next form. */
  firstField: FieldPath<Input>;
  /** Name of the added object, for the message. */
  nameOf: (values: Output) => string;
}

/** Saves a form and closes it, or empties it for another object if the box is ticked. */
export function useAddAnother<Input extends FieldValues, Output>(options: AddAnotherOptions<Input, Output>) {
  const { isNew, save, onClose, next, firstField, nameOf } = options;
  const [isWanted, setIsWanted] = useState(false);
  const [added, setAdded] = useState('');
  return {
    save: async (values: Output, form: UseFormReturn<Input>) => {
      await save(values);
      if (!isWanted) return onClose();
      form.reset(next(form.getValues()), { keepFieldsRef: true });
      setAdded(nameOf(values));
      form.setFocus(firstField);
    },
    box: isNew ? (
      <div className="mr-auto min-w-0 text-[0.8125rem] wrap-anywhere">
        <Checkbox label="Add another one after this" registration={toggled(isWanted, setIsWanted)} />
        <p role="status" className="text-xs text-(--muted)">
          {added ? `Added ${added}` : ''}
        </p>
      </div>
    ) : null,
  };
}
