import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { CommandError } from '../../failures.ts';
import { textOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

export const resetPasswordCommand = defineCommand({
  path: ['admin', 'reset-password'],
  summary: 'make a new password for who forgot theirs',
  description:
    'Makes a new password for the owner, or for a user, ends their sessions, and prints the password and nothing else. A user who was disabled is active again. It works on the database of this machine (DATA_DIR or DATABASE_URL), and no server is asked; with SQLite stop the server first. Where ADMIN_PASSWORD is set, that is the password of the owner again at the next start. The audit tells of it.',
  examples: [
    { command: 'DATA_DIR=/var/lib/upvigil upvigil admin reset-password', about: 'The owner forgot the password' },
    {
      command: '@reboot DATA_DIR=/var/lib/upvigil upvigil admin reset-password --user ann@example.org >/root/ann 2>&1',
      about: 'In a crontab, where there is no shell: before the server starts; take the line out again',
    },
  ],
  arguments: {},
  options: { user: textOption('--user <email>', 'of this user, and not of the owner') },
  exitCodes: 'plain',
  json: 'an object with user, whose password it is, and password',
  async run({ terminal, form }, { user }) {
    const { resetPassword } = await import('@upvigil/server/access/local/reset-password');
    const reset = await resetPassword(user);
    if (reset === null) throw new CommandError(accessMessages.user.nobody(user ?? ''));
    if (form === 'json') terminal.print(toJson(reset));
    else terminal.print(reset.password);
    if (form === 'terminal') terminal.say(accessMessages.passwordReset(reset.user));
    return exitCodes.done;
  },
});
