import { formatBytes } from '@upvigil/core/format/bytes';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { flagOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { requireYes } from '../../terminal.ts';

export const deleteUpgradeCopiesCommand = defineCommand({
  path: ['admin', 'delete-upgrade-copies'],
  summary: 'delete the copies that upgrades set aside',
  description:
    'Deletes the copies of the SQLite file that upgrades set aside in DATA_DIR, after a question. They have passwords and tokens as the older version stored them, and are needed only to go back to it. It works on the folder of this machine, also while the server runs.',
  examples: [
    { command: 'DATA_DIR=/var/lib/upvigil upvigil admin delete-upgrade-copies', about: 'The upgrade is well' },
    {
      command: '0 4 1 * * DATA_DIR=/var/lib/upvigil upvigil admin delete-upgrade-copies --yes',
      about: 'In a crontab: once a month',
    },
  ],
  arguments: {},
  options: { yes: flagOption('--yes', 'ask nothing; required where nobody can be asked') },
  exitCodes: 'plain',
  json: 'an object with deleted, an array of names',
  async run({ terminal, form }, { yes }) {
    const { deleteUpgradeCopies, findUpgradeCopies } = await import('@upvigil/server/storage/sqlite/upgrade-copies');
    const { dataDir, copies } = findUpgradeCopies();
    const names = copies.map(({ name }) => name);
    if (copies.length > 0 && !yes) {
      terminal.needAnswer();
      const bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
      requireYes(await terminal.confirm(`Delete ${names.join(', ')} (${formatBytes(bytes)})?`));
    }
    deleteUpgradeCopies(dataDir, copies);
    if (form === 'json') terminal.print(toJson({ deleted: names }));
    else terminal.say(names.length === 0 ? 'No upgrade has set a copy aside' : `Deleted ${names.join(', ')}`);
    return exitCodes.done;
  },
});
