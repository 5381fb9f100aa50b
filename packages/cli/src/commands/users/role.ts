import { roles } from '@upvigil/core/access/roles';
import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { choiceArgument } from '../../options/inputs.ts';
import { findUser, showUser, userArgument } from './find-user.ts';

export const changeRole = defineCommand({
  path: ['user', 'role'],
  summary: 'change what a user may do',
  description:
    'Gives a user another role. It counts from the next request, of their sessions and of their tokens alike. It needs a sign-in within 15 minutes, and no token does it.',
  examples: [
    { command: 'upvigil user role ann@example.org admin', about: 'Ann may do everything now' },
    {
      command: '0 18 * * 5 upvigil user role ann@example.org viewer',
      about: 'In a crontab with UPVIGIL_PASSWORD: over the weekend she only looks',
    },
  ],
  arguments: { user: userArgument, role: choiceArgument('<role>', `one of ${roles.join(', ')}`, roles) },
  options: {},
  exitCodes: 'plain',
  json: 'the user as it is now',
  async run(context, { user, role }) {
    const { api } = await context.connect('admin');
    const { id } = await findUser(api, user);
    const changed = await api.users.update({ params: { userId: id }, body: { role } });
    showUser(context, changed, accessMessages.user.hasRole(changed.email, changed.role));
    return exitCodes.done;
  },
});
