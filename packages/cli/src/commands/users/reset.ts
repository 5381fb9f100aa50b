import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { confirmUnless, needAgreement, yesOption } from '../backup/common.ts';
import { findUser, userArgument } from './find-user.ts';
import { invitationJson, showInvitation } from './show-invitation.ts';

export const resetUser = defineCommand({
  path: ['user', 'reset'],
  summary: 'end all by which a user enters, and invite them anew',
  description:
    'Ends, after a question, the sessions, tokens, password and second factors of a user, and invites them anew: for who lost the phone, forgot the password, or let the link of an invitation grow old. The role stays. The link opens once, within 72 hours; where email is set up it is mailed, else it is printed and nothing else, this once. It needs a sign-in within 15 minutes, and no token does it.',
  examples: [
    { command: 'upvigil user reset ann@example.org', about: 'Ann chooses a password anew' },
    {
      command:
        "0 9 * * 1 upvigil user list | awk -F'\\t' '$5 == \"invited\" {print $1}' | xargs -rn1 upvigil user reset --yes",
      about: 'In a crontab with UPVIGIL_PASSWORD: once a week a new link for who has not accepted yet',
    },
  ],
  arguments: { user: userArgument },
  options: { yes: yesOption },
  exitCodes: 'plain',
  json: invitationJson,
  async run(context, { user, yes }) {
    needAgreement(yes, context);
    const { server, api } = await context.connect('admin');
    const { id, email } = await findUser(api, user);
    await confirmUnless(yes, context, accessMessages.user.confirmReset(email));
    showInvitation(context, server, await api.users.reset({ params: { userId: id } }));
    return exitCodes.done;
  },
});
