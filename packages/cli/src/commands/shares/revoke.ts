import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

export const revokeShare = defineCommand({
  path: ['share', 'revoke'],
  summary: 'end a share link at once',
  description:
    'Ends a share link: whoever follows it from then on sees that it does not work, on every process. There is no question, because a link that leaked must go fast; a new one is made at any time.',
  examples: [
    { command: 'upvigil share revoke 12', about: 'End one; upvigil share list lists ids' },
    {
      command:
        '0 4 1 * * upvigil share list | awk -F\'\\t\' \'$4 == "works" && $7 == "" {print $1}\' | xargs -rn1 upvigil share revoke',
      about: 'In a crontab: once a month those that nobody follows',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the share link') },
  options: {},
  exitCodes: 'plain',
  json: 'an object with revoked, an array of one id',
  async run({ connect, terminal, form }, { id }) {
    const { api } = await connect('admin');
    await api.shareLinks.remove({ params: { shareLinkId: id } });
    if (form === 'json') terminal.print(toJson({ revoked: [id] }));
    else terminal.say(accessMessages.shareLink.revoked(id));
    return exitCodes.done;
  },
});
