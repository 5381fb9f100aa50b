import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

export const unmute = defineCommand({
  path: ['unmute'],
  summary: 'end a mute before its time',
  description: 'Ends a mute before its time: what lasts is told again from now on.',
  examples: [
    { command: 'upvigil unmute 12', about: 'End one; upvigil mutes lists ids' },
    {
      command: '0 6 * * * upvigil mutes | grep nightly | cut -f1 | xargs -rn1 upvigil unmute',
      about: 'In a crontab: in the morning those of the night',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the mute, not of what is muted') },
  options: {},
  exitCodes: 'plain',
  json: 'an object with unmuted, an array of one id',
  async run({ connect, terminal, form }, { id }) {
    const { api } = await connect('admin');
    await api.silences.remove({ params: { silenceId: id } });
    if (form === 'json') terminal.print(toJson({ unmuted: [id] }));
    else terminal.say(tellingMessages.silence.ended(id));
    return exitCodes.done;
  },
});
