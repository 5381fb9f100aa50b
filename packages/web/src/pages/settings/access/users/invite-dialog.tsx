import { type Role, roleMeanings, roles } from '@upvigil/core/contract/names/roles';
import { accessPageMessages } from '@upvigil/core/texts/access';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { detailOr } from '../../../../failures.ts';

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
  /** Rejects if the server refuses it. */
  save: (invitation: Invitation) => Promise<unknown>;
  onClose: () => void;
}

/** Form of an invitation: email address and role. */
export const InviteDialog = ({ save, onClose }: InviteDialogProps) => (
  <FormDialog<Invitation, Invitation>
    title={accessPageMessages.users.inviteTitle}
    onClose={onClose}
    verb="Invite"
    pendingVerb="Inviting..."
    fields={[
      { kind: 'email', name: 'email', label: 'Email', autoComplete: 'off' },
      { kind: 'radio', name: 'role', label: 'Role', options: roleOptions },
    ]}
    loadSchema={async () => (await import('@upvigil/core/contract/users')).userEndpoints.create.body}
    defaultValues={{ email: '', role: 'viewer' }}
    save={save}
    failure={(error) => detailOr(error, accessPageMessages.users.inviteFailed)}
  />
);
