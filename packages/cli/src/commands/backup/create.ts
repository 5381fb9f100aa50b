import { formatBytes } from '@upvigil/core/format/bytes';
import { backupMessages } from '@upvigil/core/page-messages/backup';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { textOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { alone, backupDeadlineSeconds, withStopwatch, yesOption } from './common.ts';

export const createBackup = defineCommand({
  path: ['backup', 'create'],
  summary: 'create a backup on the server',
  description:
    "Creates a backup on the server, waits until it is whole, and prints its name. Checks go on meanwhile. Two of these commands never run at once for one server, so that a slow night does not meet the next one's.",
  examples: [
    { command: 'upvigil backup create --name before-upgrade', about: 'Before something risky' },
    {
      command: '15 2 * * * upvigil backup create >/dev/null && upvigil backup cleanup --keep 10 --yes >/dev/null',
      about: 'In a crontab: every night, keep ten; cron mails what goes wrong (examples/cron-backup does more)',
    },
  ],
  arguments: {},
  options: { name: textOption('--name <name>', 'what the name begins with; default upvigil'), yes: yesOption },
  exitCodes: 'plain',
  json: 'an object with name, size and created',
  deadlineSeconds: backupDeadlineSeconds,
  async run(context, { name }) {
    const { terminal, form } = context;
    const session = await context.connect('admin');
    const backup = await alone(context, session, () =>
      withStopwatch(context, 'Creating a backup', () => session.api.backup.create({ query: name ? { name } : {} })),
    );
    if (form === 'json') terminal.print(toJson(backup));
    else terminal.print(backup.name);
    if (form === 'terminal') terminal.say(`${backupMessages.created} (${formatBytes(backup.size)})`);
    return exitCodes.done;
  },
});
