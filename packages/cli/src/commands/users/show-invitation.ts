import type { InvitedUser } from '@upvigil/core/contract/users';
import { accessMessages } from '@upvigil/core/page-messages/access';
import type { Context } from '../../context.ts';
import { toJson } from '../../output/json.ts';

/** Of `--json` of what invites somebody. */
export const invitationJson = 'the user with mailed, and link where the invitation was not mailed';

/** Tells of somebody who was invited at this server: in a pipe the link and nothing else, where it was not mailed. */
export function showInvitation({ terminal, form }: Context, server: string, invited: InvitedUser): void {
  const link = invited.link === null ? null : server + invited.link;
  if (form === 'json') {
    terminal.print(toJson({ ...invited, link }));
    return;
  }
  if (link !== null) terminal.print(link);
  if (invited.mail_error !== null) terminal.say(accessMessages.user.notMailed(invited.mail_error));
  if (link === null) terminal.say(accessMessages.user.mailed(invited.email));
  else if (form === 'terminal') terminal.say(accessMessages.user.onceLink);
}
