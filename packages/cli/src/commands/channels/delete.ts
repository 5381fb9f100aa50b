import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { confirmUnless, needAgreement, yesOption } from '../backup/common.ts';

export const deleteChannel = defineCommand({
  path: ['channel', 'delete'],
  summary: 'delete a channel that no policy names',
  description:
    'Deletes a channel, after a question. One that a policy still tells is refused, and the policy is named: take it out there first (upvigil routing, or the page Settings). Alerts keep what was told on it.',
  examples: [
    { command: 'upvigil channel delete 5', about: 'Delete channel 5; upvigil channels lists ids' },
    {
      command:
        "30 2 1 * * upvigil channels | awk -F'\\t' '$4 == \"off\" {print $1}' | xargs -rn1 upvigil channel delete --yes",
      about: 'In a crontab: once a month those that are switched off',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the channel') },
  options: { yes: yesOption },
  exitCodes: 'plain',
  json: 'an object with deleted, an array of one id',
  async run(context, { id, yes }) {
    needAgreement(yes, context);
    const { api } = await context.connect('admin');
    const request = { params: { channelId: id } };
    const { name } = await api.channels.get(request);
    await confirmUnless(yes, context, tellingMessages.channel.confirmDelete(name));
    await api.channels.remove(request);
    if (context.form === 'json') context.terminal.print(toJson({ deleted: [id] }));
    else context.terminal.say(tellingMessages.channel.deleted(name));
    return exitCodes.done;
  },
});
