import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { toJson } from '../../output/json.ts';
import { confirmUnless, needAgreement, yesOption } from '../backup/common.ts';
import { findUser, userArgument } from './find-user.ts';

export const removeUser = defineCommand({
  path: ['user', 'remove'],
  summary: 'remove a user with their sessions and tokens',
  description:
    'Removes a user, after a question, and ends their sessions and tokens. The audit keeps their name. It needs a sign-in within 15 minutes, and no token does it.',
  examples: [
    { command: 'upvigil user remove ann@example.org', about: 'Remove Ann' },
    {
      command:
        "0 4 1 * * upvigil user list | awk -F'\\t' '$5 == \"disabled\" {print $1}' | xargs -rn1 upvigil user remove --yes",
      about: 'In a crontab with UPVIGIL_PASSWORD: once a month who is disabled',
    },
  ],
  arguments: { user: userArgument },
  options: { yes: yesOption },
  exitCodes: 'plain',
  json: 'an object with deleted, an array of one id',
  async run(context, { user, yes }) {
    needAgreement(yes, context);
    const { api } = await context.connect('admin');
    const { id, email } = await findUser(api, user);
    await confirmUnless(yes, context, accessMessages.user.confirmRemove(email));
    await api.users.remove({ params: { userId: id } });
    if (context.form === 'json') context.terminal.print(toJson({ deleted: [id] }));
    else context.terminal.say(accessMessages.user.removed(email));
    return exitCodes.done;
  },
});
