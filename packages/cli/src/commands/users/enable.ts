import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { findUser, showUser, userArgument } from './find-user.ts';

export const enableUser = defineCommand({
  path: ['user', 'enable'],
  summary: 'let a user who was disabled enter again',
  description:
    'Lets a user enter again who was disabled, with the role, the password and the second factors that they had. Sessions and tokens that ended do not come back. Who never accepted an invitation is invited anew instead: upvigil user reset. It needs a sign-in within 15 minutes, and no token does it.',
  examples: [
    { command: 'upvigil user enable ann@example.org', about: 'Ann is back' },
    {
      command: '0 8 * * 1 upvigil user enable ann@example.org >/dev/null',
      about: 'In a crontab with UPVIGIL_PASSWORD: she helps out on Mondays, and another line disables her on Tuesdays',
    },
  ],
  arguments: { user: userArgument },
  options: {},
  exitCodes: 'plain',
  json: 'the user as it is now',
  async run(context, { user }) {
    const { api } = await context.connect('admin');
    const { id } = await findUser(api, user);
    const changed = await api.users.update({ params: { userId: id }, body: { status: 'active' } });
    showUser(context, changed, accessMessages.user.isEnabled(changed.email));
    return exitCodes.done;
  },
});
