import type { Role } from '@upvigil/core/contract/names/roles';
import type { InvitedUser, User } from '@upvigil/core/contract/users';
import { accessMessages, accessPageMessages } from '@upvigil/core/texts/access';
import { api } from '../../../../api/api.ts';
import { useDialogs } from '../../../../components/dialogs/dialogs.tsx';
import { detailOr } from '../../../../failures.ts';
import { useChanges } from '../../../../use-changes.ts';

const { users: texts } = accessPageMessages;

/** An invitation that was not sent by email. Its link is shown once. */
export interface ShownInvitation {
  email: string;
  link: string;
  /** Why the email failed, if email is configured. */
  mailError: string | null;
}

const shownBy = [['access']];

export type UserActions = ReturnType<typeof useUserActions>;

/** Name of a user, or the email address before the invitation is accepted. */
export const calledName = ({ name, email }: Pick<User, 'name' | 'email'>): string => name || email;

/** Actions on users. `onInvited` gets a link to show, or null if the invitation was sent by email. */
export function useUserActions(onInvited: (invitation: ShownInvitation | null) => void) {
  const { notify, confirm } = useDialogs();
  const { change, attempt, refresh } = useChanges(shownBy);
  const report = ({ email, link, mail_error }: InvitedUser): void => {
    void refresh();
    if (link === null) notify(accessMessages.user.mailed(email));
    const { origin } = window.location;
    onInvited(link === null ? null : { email, link: origin + link, mailError: mail_error });
  };
  const update = ({ id }: User, body: { role?: Role; status?: 'active' | 'disabled' }) =>
    attempt(({ users }) => users.update({ params: { userId: id }, body }), texts.changeFailed);
  const ask = (title: string, body: string, confirmLabel: string, failed: string, run: () => Promise<unknown>) =>
    confirm({ title, body, confirmLabel, isDanger: true, run, failure: (error) => detailOr(error, failed) });
  return {
    /** Rejects if the server refuses it. */
    invite: async (body: { email: string; role: Role }) => report(await (await api()).users.create({ body })),
    setRole: (user: User, role: Role) => update(user, { role }),
    enable: (user: User) => update(user, { status: 'active' }),
    disable: (user: User) =>
      ask(texts.disableQuestion(calledName(user)), texts.disableBody, 'Disable', texts.changeFailed, () =>
        change(({ users }) => users.update({ params: { userId: user.id }, body: { status: 'disabled' } })),
      ),
    reset: (user: User) =>
      ask(texts.resetQuestion(calledName(user)), texts.resetBody, 'Reset', texts.resetFailed, async () =>
        report(await (await api()).users.reset({ params: { userId: user.id } })),
      ),
    remove: (user: User) =>
      ask(texts.removeQuestion(calledName(user)), texts.removeBody, 'Remove', texts.removeFailed, () =>
        change(({ users }) => users.remove({ params: { userId: user.id } })),
      ),
  };
}
