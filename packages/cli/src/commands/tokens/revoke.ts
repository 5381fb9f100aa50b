import { accessMessages } from '@upvigil/core/page-messages/access';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

export const revokeToken = defineCommand({
  path: ['token', 'revoke'],
  summary: 'end an API token at once',
  description:
    'Ends an API token: from then on it is refused, and what it was reading is closed within a second, on every process. There is no question, because a token that leaked must go fast.',
  examples: [
    { command: 'upvigil token revoke 12', about: 'End one; upvigil token list lists ids' },
    {
      command: "0 4 1 * * upvigil token list | awk -F'\\t' '$6 == \"\" {print $1}' | xargs -rn1 upvigil token revoke",
      about: 'In a crontab: once a month those that were never used',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the token') },
  options: {},
  exitCodes: 'plain',
  json: 'an object with revoked, an array of one id',
  async run({ connect, terminal, form }, { id }) {
    const { api } = await connect('admin');
    await api.tokens.remove({ params: { tokenId: id } });
    if (form === 'json') terminal.print(toJson({ revoked: [id] }));
    else terminal.say(accessMessages.token.revoked(id));
    return exitCodes.done;
  },
});
