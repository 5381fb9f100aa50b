import { accessPageMessages } from '@upvigil/core/access/page-messages';
import { type Role, roleMeanings, roles } from '@upvigil/core/access/roles';
import { detailOr } from '../../../../api/failure-text.ts';
import { ModalDialog } from '../../../../components/dialogs/modal-dialog.tsx';
import { useFormClosing } from '../../../../components/dialogs/use-form-closing.ts';
import { faultyFields } from '../../../../components/forms/field-faults.ts';
import { DialogActions, FormNotes } from '../../../../components/forms/form-frame.tsx';
import { TextField } from '../../../../components/forms/inputs.tsx';
import { RadioGroup } from '../../../../components/forms/toggles.tsx';
import { useContractForm } from '../../../../components/forms/use-contract-form.ts';

interface Invitation {
  email: string;
  role: Role;
}

const roleOptions = roles.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
  hint: roleMeanings[value],
}));

interface InviteDialogProps {
  /** Rejects when it was refused. */
  save: (invitation: Invitation) => Promise<unknown>;
  onClose: () => void;
}

/** Who is invited, and as what. */
export function InviteDialog({ save, onClose }: InviteDialogProps) {
  const { form, field, onSubmit, isSaving, refusal } = useContractForm<Invitation, Invitation>({
    loadSchema: async () => (await import('@upvigil/core/contract/users')).userEndpoints.create.body,
    defaultValues: { email: '', role: 'viewer' },
    save,
    failure: (error) => detailOr(error, accessPageMessages.users.inviteFailed),
  });
  const { errors, isDirty, isSubmitted } = form.formState;
  const close = useFormClosing(isDirty, onClose);
  return (
    <ModalDialog title={accessPageMessages.users.inviteTitle} onClose={close}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={(event) => void onSubmit(event)}>
        <TextField type="email" label="Email" autoComplete="off" {...field('email')} />
        <RadioGroup
          legend="Role"
          options={roleOptions}
          chosen={form.watch('role')}
          registration={field('role').registration}
        />
        <FormNotes refusal={refusal} errorCount={faultyFields(errors).length} isSubmitted={isSubmitted} />
        <DialogActions isSaving={isSaving} onCancel={close} verb="Invite" pendingVerb="Inviting..." />
      </form>
    </ModalDialog>
  );
}
