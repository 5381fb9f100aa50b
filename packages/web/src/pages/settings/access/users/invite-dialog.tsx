import { type Role, roleMeanings, roles } from '@upvigil/core/contract/names/roles';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { detailOr } from '../../../../api/failure-text.ts';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
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
  const contractForm = useContractForm<Invitation, Invitation>({
    loadSchema: async () => (await import('@upvigil/core/contract/users')).userEndpoints.create.body,
    defaultValues: { email: '', role: 'viewer' },
    save,
    failure: (error) => detailOr(error, accessPageMessages.users.inviteFailed),
  });
  const { form, field } = contractForm;
  return (
    <FormDialog
      contractForm={contractForm}
      title={accessPageMessages.users.inviteTitle}
      onClose={onClose}
      verb="Invite"
      pendingVerb="Inviting..."
    >
      <TextField type="email" label="Email" autoComplete="off" {...field('email')} />
      <RadioGroup
        legend="Role"
        options={roleOptions}
        chosen={form.watch('role')}
        registration={field('role').registration}
      />
    </FormDialog>
  );
}
