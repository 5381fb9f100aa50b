import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { needsServer, useIsAway } from '../../reachability/watch-server.ts';
import { Button } from '../basics/button.tsx';
import { ToneIcon } from '../tones/tone-icon.tsx';
import { faultyFields } from './field-faults.ts';
import type { ContractForm } from './use-contract-form.ts';

/** Error of the last save, above the buttons. */
export function FormNotes<Input extends FieldValues>({ contractForm }: { contractForm: ContractForm<Input> }) {
  const { form, refusal } = contractForm;
  const { errors, isSubmitted } = form.formState;
  const errorCount = faultyFields(errors).length;
  const sentence = isSubmitted && errorCount > 1 ? `${errorCount} fields have errors` : refusal;
  if (!sentence) return null;
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md border border-(--down-g) bg-(--down-bg) px-3 py-2 wrap-anywhere text-(--down-fg)"
    >
      <span className="mt-1">
        <ToneIcon tone="down" />
      </span>
      {sentence}
    </p>
  );
}

export interface DialogActionsProps {
  isSaving: boolean;
  onCancel: () => void;
  /** Label of the submit button if it is not Save, and its label while pending. */
  verb?: string | undefined;
  pendingVerb?: string | undefined;
  isDisabled?: boolean;
  /** Why the submit button is disabled; it is the tooltip. */
  reasonBlocked?: string | null | undefined;
  children?: ReactNode;
}

/** Cancel and Save at the bottom of a form dialog. */
export function DialogActions(props: DialogActionsProps) {
  const {
    isSaving,
    onCancel,
    verb = 'Save',
    pendingVerb = 'Saving...',
    isDisabled = false,
    reasonBlocked,
    children,
  } = props;
  const reason = useIsAway() ? needsServer : (reasonBlocked ?? undefined);
  return (
    <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-(--border) bg-(--surface) px-4 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
      {children}
      <Button onClick={onCancel}>Cancel</Button>
      <Button
        type="submit"
        kind="primary"
        pending={isSaving}
        pendingLabel={pendingVerb}
        disabled={isDisabled || reason !== undefined}
        title={reason}
      >
        {verb}
      </Button>
    </div>
  );
}

interface SaveBarProps {
  isSaving: boolean;
  isDirty: boolean;
  isDisabled?: boolean;
  /** The bar ends a card instead of a page. */
  isInCard?: boolean;
  /** A secondary action at the start of the bar. */
  children?: ReactNode;
}

/** Save bar at the bottom of a form on a page; on small screens it is sticky above the tab bar. */
export function SaveBar({ isSaving, isDirty, isDisabled = false, isInCard = false, children }: SaveBarProps) {
  const isAway = useIsAway();
  const place = isInCard ? 'rounded-b-xl bg-(--surface) px-5 max-md:px-4' : 'bg-(--canvas)';
  return (
    <div
      className={`sticky bottom-0 z-1 flex flex-wrap items-center justify-end gap-3 border-t border-(--border) py-3 max-md:bottom-[calc(60px+env(safe-area-inset-bottom))] ${place}`}
    >
      {children}
      <p role="status" className="text-(--muted)">
        {isDirty ? 'You have unsaved changes' : ''}
      </p>
      <Button
        type="submit"
        kind="primary"
        pending={isSaving}
        pendingLabel="Saving..."
        disabled={isDisabled || isAway}
        title={isAway ? needsServer : undefined}
      >
        Save
      </Button>
    </div>
  );
}
