import { type Role, roleMeanings, roles } from '@upvigil/core/access/roles';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { choiceOption, textArgument } from '../../options/inputs.ts';
import { invitationJson, showInvitation } from './show-invitation.ts';

const leastRole: Role = 'viewer';
const meanings = roles.map((role) => `${role}: ${roleMeanings[role]}.`).join('\n\n');

export const inviteUser = defineCommand({
  path: ['user', 'invite'],
  summary: 'invite somebody by email',
  description: `Invites somebody, who chooses a name and a password by a link that opens once, within 72 hours. Where email is set up the link is mailed; else it is printed and nothing else, this once. It needs a sign-in within 15 minutes, and no token does it.\n\n${meanings}`,
  examples: [
    { command: 'upvigil user invite ann@example.org --role editor', about: 'Ann may change monitors' },
    {
      command:
        '@reboot upvigil user list | grep -q ann@example.org || upvigil user invite ann@example.org >>$HOME/links.txt',
      about: 'In a crontab with UPVIGIL_PASSWORD: unless she is there already',
    },
  ],
  arguments: { email: textArgument('<email>', 'address of whoever is invited') },
  options: {
    role: choiceOption('--role <role>', `what they may do: ${roles.join(', ')}; ${leastRole} without it`, roles),
  },
  exitCodes: 'plain',
  json: invitationJson,
  async run(context, { email, role }) {
    const { server, api } = await context.connect('admin');
    const invited = await api.users.create({ body: { email, role: role ?? leastRole } });
    showInvitation(context, server, invited);
    return exitCodes.done;
  },
});
