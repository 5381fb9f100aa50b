import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { CommandError } from '../../failures.ts';
import { textOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

export const resetSecondFactorCommand = defineCommand({
  path: ['admin', 'reset-second-factor'],
  summary: 'take the second factors from who lost them',
  description:
    'Removes the authenticator app, passkeys and recovery codes of the owner, or of a user, and ends their sessions: from then on the password is enough to sign in, until a second factor is set up again. It works on the database of this machine (DATA_DIR or DATABASE_URL), and no server is asked; with SQLite stop the server first. The audit tells of it.',
  examples: [
    { command: 'DATA_DIR=/var/lib/upvigil upvigil admin reset-second-factor', about: 'The owner lost the phone' },
    {
      command:
        '@reboot DATA_DIR=/var/lib/upvigil upvigil admin reset-second-factor --user ann@example.org >>$HOME/reset.log 2>&1',
      about: 'In a crontab, where there is no shell: before the server starts; take the line out again',
    },
  ],
  arguments: {},
  options: { user: textOption('--user <email>', 'of this user, and not of the owner') },
  exitCodes: 'plain',
  json: 'an object with reset: whose second factors are gone',
  async run({ terminal, form }, { user }) {
    const { resetSecondFactor } = await import('@upvigil/server/access/local/reset-second-factor');
    const reset = await resetSecondFactor(user);
    if (reset === null) throw new CommandError(`There is no user ${user}`);
    if (form === 'json') terminal.print(toJson({ reset }));
    else terminal.say(`The second factors of ${reset} are gone: sign in with the password, and set up new ones`);
    return exitCodes.done;
  },
});
