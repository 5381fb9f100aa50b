import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { findUser, showUser, userArgument } from './find-user.ts';

export const disableUser = defineCommand({
  path: ['user', 'disable'],
  summary: 'let a user enter no more, at once',
  description:
    'Ends the sessions and tokens of a user, on every process, and refuses their sign-in. There is no question, because somebody who leaves must be out fast; the user stays in the list. It needs a sign-in within 15 minutes, and no token does it.',
  examples: [
    { command: 'upvigil user disable ann@example.org', about: 'Ann is out' },
    {
      command: "0 4 1 * * upvigil user list | awk -F'\\t' '$6 == \"\" {print $1}' | xargs -rn1 upvigil user disable",
      about: 'In a crontab with UPVIGIL_PASSWORD: once a month who was never here',
    },
  ],
  arguments: { user: userArgument },
  options: {},
  exitCodes: 'plain',
  json: 'the user as it is now',
  async run(context, { user }) {
    const { api } = await context.connect('admin');
    const { id } = await findUser(api, user);
    const changed = await api.users.update({ params: { userId: id }, body: { status: 'disabled' } });
    showUser(context, changed, accessMessages.user.isDisabled(changed.email));
    return exitCodes.done;
  },
});
