import { maintenanceCommandMessages as said } from '@upvigil/core/maintenance/command-messages';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

export const unmark = defineCommand({
  path: ['unmark'],
  summary: 'delete a mark that was a mistake',
  description: 'Deletes a mark. Alerts that name it keep doing so.',
  examples: [
    { command: 'upvigil unmark 12', about: 'Delete one; upvigil marks lists ids' },
    {
      command: "0 4 * * * upvigil marks | awk -F'\\t' '$2 ~ /^test/ {print $1}' | xargs -rn1 upvigil unmark",
      about: 'In a crontab: those that were only a trial',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the mark') },
  options: {},
  exitCodes: 'plain',
  json: 'an object with deleted, an array of one id',
  async run({ connect, terminal, form }, { id }) {
    const { api } = await connect('admin');
    await api.marks.remove({ params: { markId: id } });
    if (form === 'json') terminal.print(toJson({ deleted: [id] }));
    else terminal.say(said.unmarked(id));
    return exitCodes.done;
  },
});
