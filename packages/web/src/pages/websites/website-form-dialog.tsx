import type { Website, WebsiteInput } from '@upvigil/core/contract/websites';
import { limits } from '@upvigil/core/limits';
import { messages } from '@upvigil/core/messages';
import { ModalDialog } from '../../components/dialogs/modal-dialog.tsx';
import { useFormClosing } from '../../components/dialogs/use-form-closing.ts';
import { DialogActions, FormNotes } from '../../components/forms/form-frame.tsx';
import { TextArea, TextField } from '../../components/forms/inputs.tsx';
import { useContractForm } from '../../components/forms/use-contract-form.ts';

interface WebsiteFormDialogProps {
  /** The website to change; null adds a new one. */
  website: Website | null;
  save: (input: WebsiteInput) => Promise<unknown>;
  onClose: () => void;
}

/** Name and description of a new or an existing website. */
export function WebsiteFormDialog({ website, save, onClose }: WebsiteFormDialogProps) {
  const { form, field, onSubmit, isSaving, refusal } = useContractForm({
    loadSchema: async () => (await import('@upvigil/core/contract/websites')).websiteInput,
    defaultValues: { name: website?.name ?? '', description: website?.description ?? '' },
    save,
    failure: () => messages.website.saveFailed,
  });
  const { errors, isDirty, isSubmitted } = form.formState;
  const close = useFormClosing(isDirty, onClose);
  return (
    <ModalDialog title={website ? 'Edit Website' : 'Add New Website'} onClose={close}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void onSubmit(event)}>
        <TextField label="Name" {...field('name')} maxLength={limits.name.maxLength} />
        <TextArea label="Description" isOptional {...field('description')} />
        <FormNotes refusal={refusal} errorCount={Object.keys(errors).length} isSubmitted={isSubmitted} />
        <DialogActions isSaving={isSaving} onCancel={close} />
      </form>
    </ModalDialog>
  );
}
