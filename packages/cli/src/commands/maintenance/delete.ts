import { maintenanceCommandMessages as said } from '@upvigil/core/maintenance/command-messages';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { confirmUnless, needAgreement, yesOption } from '../backup/common.ts';

export const deleteMaintenance = defineCommand({
  path: ['maintenance', 'delete'],
  summary: 'delete planned maintenance with all its times',
  description:
    'Deletes a window of maintenance with its runs, after a question. One whose work goes on is refused: end the run first.',
  examples: [
    { command: 'upvigil maintenance delete 5', about: 'One window; upvigil maintenance list --windows has the ids' },
    {
      command:
        "0 4 1 * * upvigil maintenance list --windows | awk -F'\\t' '$2 == \"Patch day\" {print $1}' | xargs -rn1 upvigil maintenance delete --yes",
      about: 'In a crontab: once a month those of one title',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the window, not of a run') },
  options: { yes: yesOption },
  exitCodes: 'plain',
  json: 'an object with deleted, an array of one id',
  async run(context, { id, yes }) {
    needAgreement(yes, context);
    const { api } = await context.connect('admin');
    const request = { params: { windowId: id } };
    const { title } = await api.maintenance.get(request);
    await confirmUnless(yes, context, said.confirmDelete(title));
    await api.maintenance.remove(request);
    if (context.form === 'json') context.terminal.print(toJson({ deleted: [id] }));
    else context.terminal.say(said.deleted(id, title));
    return exitCodes.done;
  },
});
