import { useQuery } from '@tanstack/react-query';
import { limits } from '@upvigil/core/limits';
import { accessMessages, accessPageMessages } from '@upvigil/core/texts/access';
import { useState } from 'react';
import { ListHead, LoadedList } from '../../../../components/lists/editable-list.tsx';
import { MadeSecretDialog } from '../../../../components/secrets/made-secret-dialog.tsx';
import { users } from '../access-queries.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { type ShownInvitation, type UserActions, useUserActions } from './use-user-actions.ts';
import { UserRow } from './user-row.tsx';

const { users: texts } = accessPageMessages;

/** The open dialog: the form, or the link of an invitation, which is shown once. */
type Open = 'form' | ShownInvitation | null;

/** All users except the owner. */
export function UserSection() {
  const query = useQuery(users());
  const [open, setOpen] = useState<Open>(null);
  const actions = useUserActions(setOpen);
  const { data } = query;
  const isFull = data === undefined || data.length >= limits.user.most;
  return (
    <section className="card grid gap-4" aria-labelledby="users">
      <ListHead add="Invite" isFull={isFull} onAdd={() => setOpen('form')}>
        <h2 id="users">{texts.title}</h2>
      </ListHead>
      <LoadedList
        query={query}
        loadFailed={texts.loadFailed}
        loading={120}
        empty={<p className="text-(--muted)">{accessMessages.user.none}</p>}
        className="m-0 list-none p-0"
      >
        {(user) => <UserRow key={user.id} user={user} actions={actions} />}
      </LoadedList>
      {open ? <OpenDialog open={open} actions={actions} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}

interface OpenDialogProps {
  open: NonNullable<Open>;
  actions: UserActions;
  onClose: () => void;
}

function OpenDialog({ open, actions, onClose }: OpenDialogProps) {
  if (open === 'form') return <InviteDialog save={actions.invite} onClose={onClose} />;
  const why = open.mailError === null ? '' : `${accessMessages.user.notMailed(open.mailError)}. `;
  return (
    <MadeSecretDialog
      title={`Invitation of ${open.email}`}
      about={`${why}${accessMessages.user.onceLink}`}
      secret={open.link}
      onClose={onClose}
    />
  );
}
