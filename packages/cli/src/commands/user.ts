import type { ApiClient } from '@upvigil/core/client/api-client';
import { type Role, roleMeanings, roles } from '@upvigil/core/contract/names/roles';
import type { InvitedUser, User } from '@upvigil/core/contract/users';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { defineCommand, type Noun } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../failures.ts';
import { choiceArgument, choiceOption, textArgument } from '../options/inputs.ts';
import { idColumn, timeColumn } from '../output/columns.ts';
import { toJson } from '../output/json.ts';
import { renderPipe } from '../output/pipe.ts';
import type { Column } from '../output/table.ts';
import { confirmUnless, listCommand, needAgreement, removeCommand, yesOption } from './kit.ts';

const userColumns: readonly Column<User>[] = [
  idColumn,
  { header: 'EMAIL', text: ({ email }) => email, shrinkTo: 12 },
  { header: 'NAME', text: ({ name }) => name || '-', raw: ({ name }) => name, shrinkTo: 8 },
  { header: 'ROLE', text: ({ role }) => role },
  {
    header: 'STATUS',
    text: ({ status }) => status,
    role: ({ status }) => (status === 'disabled' ? 'bad' : 'plain'),
  },
  timeColumn('LAST SEEN', ({ last_seen_at }) => last_seen_at, { none: 'never', dropOrder: 2 }),
  timeColumn('CREATED', ({ created_at }) => created_at, { dropOrder: 1 }),
];

const userArgument = textArgument('<user>', 'email or id of the user');

/** The user of this email or id. @throws CommandError when there is none */
async function findUser(api: Pick<ApiClient, 'users'>, word: string): Promise<User> {
  const users = await api.users.list({ query: { limit: limits.listLimit.max } });
  const found = users.find(({ id, email }) => String(id) === word || email === word.trim().toLowerCase());
  if (found === undefined) throw new CommandError(accessMessages.user.nobody(word));
  return found;
}

/** Prints a changed user. */
function showUser({ terminal, form }: Context, user: User, sentence: string): void {
  if (form === 'json') terminal.print(toJson(user));
  else if (form === 'pipe') renderPipe(userColumns, [user]).forEach(terminal.print);
  else terminal.say(sentence);
}

/** Of `--json` of what invites somebody. */
const invitationJson = 'the user with mailed, and link where the invitation was not mailed';

/** Prints an invited user; in a pipe only the link, where it was not mailed. */
function showInvitation({ terminal, form }: Context, server: string, invited: InvitedUser): void {
  const link = invited.link === null ? null : server + invited.link;
  if (form === 'json') {
    terminal.print(toJson({ ...invited, link }));
    return;
  }
  if (link !== null) terminal.print(link);
  if (invited.mail_error !== null) terminal.say(accessMessages.user.notMailed(invited.mail_error));
  if (link === null) terminal.say(accessMessages.user.mailed(invited.email));
  else if (form === 'terminal') terminal.say(accessMessages.user.onceLink);
}

const listUsers = listCommand({
  path: ['user', 'list'],
  summary: 'list the people who may enter besides the owner',
  description:
    'Lists users, newest first: what each may do, whether the invitation was accepted, and when they were here last.',
  examples: {
    'upvigil user list': 'Who may enter',
    "0 9 1 * * upvigil user list | awk -F'\\t' '$5 == \"invited\" {print $2}'":
      'In a crontab: once a month who never accepted',
  },
  json: 'the array of users',
  columns: userColumns,
  empty: accessMessages.user.none,
  read: (api) => api.users.list({ query: { limit: limits.listLimit.max } }),
});

const leastRole: Role = 'viewer';
const meanings = roles.map((role) => `${role}: ${roleMeanings[role]}.`).join('\n\n');

const inviteUser = defineCommand({
  path: ['user', 'invite'],
  summary: 'invite somebody by email',
  description: `Invites somebody, who chooses a name and a password by a link that opens once, within 72 hours. Where email is set up the link is mailed; else it is printed and nothing else, this once. It needs a sign-in within 15 minutes, and no token does it.\n\n${meanings}`,
  examples: {
    'upvigil user invite ann@example.org --role editor': 'Ann may change monitors',
    '@reboot upvigil user list | grep -q ann@example.org || upvigil user invite ann@example.org >>$HOME/links.txt':
      'In a crontab with UPVIGIL_PASSWORD: unless she is there already',
  },
  arguments: { email: textArgument('<email>', 'address of whoever is invited') },
  options: {
    role: choiceOption('--role <role>', `what they may do: ${roles.join(', ')}; ${leastRole} without it`, roles),
  },
  json: invitationJson,
  async run(context, { email, role }) {
    const { server, api } = await context.connect('admin');
    const invited = await api.users.create({ body: { email, role: role ?? leastRole } });
    showInvitation(context, server, invited);
  },
});

const changeRole = defineCommand({
  path: ['user', 'role'],
  summary: 'change what a user may do',
  description:
    'Gives a user another role. It counts from the next request, of their sessions and of their tokens alike. It needs a sign-in within 15 minutes, and no token does it.',
  examples: {
    'upvigil user role ann@example.org admin': 'Ann may do everything now',
    '0 18 * * 5 upvigil user role ann@example.org viewer':
      'In a crontab with UPVIGIL_PASSWORD: over the weekend she only looks',
  },
  arguments: { user: userArgument, role: choiceArgument('<role>', `one of ${roles.join(', ')}`, roles) },
  json: 'the user as it is now',
  async run(context, { user, role }) {
    const { api } = await context.connect('admin');
    const { id } = await findUser(api, user);
    const changed = await api.users.update({ params: { userId: id }, body: { role } });
    showUser(context, changed, accessMessages.user.hasRole(changed.email, changed.role));
  },
});

const disableUser = defineCommand({
  path: ['user', 'disable'],
  summary: 'let a user enter no more, at once',
  description:
    'Ends the sessions and tokens of a user, on every process, and refuses their sign-in. There is no question, because somebody who leaves must be out fast; the user stays in the list. It needs a sign-in within 15 minutes, and no token does it.',
  examples: {
    'upvigil user disable ann@example.org': 'Ann is out',
    "0 4 1 * * upvigil user list | awk -F'\\t' '$6 == \"\" {print $1}' | xargs -rn1 upvigil user disable":
      'In a crontab with UPVIGIL_PASSWORD: once a month who was never here',
  },
  arguments: { user: userArgument },
  json: 'the user as it is now',
  async run(context, { user }) {
    const { api } = await context.connect('admin');
    const { id } = await findUser(api, user);
    const changed = await api.users.update({ params: { userId: id }, body: { status: 'disabled' } });
    showUser(context, changed, accessMessages.user.isDisabled(changed.email));
  },
});

const enableUser = defineCommand({
  path: ['user', 'enable'],
  summary: 'let a user who was disabled enter again',
  description:
    'Lets a user enter again who was disabled, with the role, the password and the second factors that they had. Sessions and tokens that ended do not come back. Who never accepted an invitation is invited anew instead: upvigil user reset. It needs a sign-in within 15 minutes, and no token does it.',
  examples: {
    'upvigil user enable ann@example.org': 'Ann is back',
    '0 8 * * 1 upvigil user enable ann@example.org >/dev/null':
      'In a crontab with UPVIGIL_PASSWORD: she helps out on Mondays, and another line disables her on Tuesdays',
  },
  arguments: { user: userArgument },
  json: 'the user as it is now',
  async run(context, { user }) {
    const { api } = await context.connect('admin');
    const { id } = await findUser(api, user);
    const changed = await api.users.update({ params: { userId: id }, body: { status: 'active' } });
    showUser(context, changed, accessMessages.user.isEnabled(changed.email));
  },
});

const resetUser = defineCommand({
  path: ['user', 'reset'],
  summary: 'end all by which a user enters, and invite them anew',
  description:
    'Ends, after a question, the sessions, tokens, password and second factors of a user, and invites them anew: for who lost the phone, forgot the password, or let the link of an invitation grow old. The role stays. The link opens once, within 72 hours; where email is set up it is mailed, else it is printed and nothing else, this once. It needs a sign-in within 15 minutes, and no token does it.',
  examples: {
    'upvigil user reset ann@example.org': 'Ann chooses a password anew',
    "0 9 * * 1 upvigil user list | awk -F'\\t' '$5 == \"invited\" {print $1}' | xargs -rn1 upvigil user reset --yes":
      'In a crontab with UPVIGIL_PASSWORD: once a week a new link for who has not accepted yet',
  },
  arguments: { user: userArgument },
  options: { yes: yesOption },
  json: invitationJson,
  async run(context, { user, yes }) {
    needAgreement(yes, context);
    const { server, api } = await context.connect('admin');
    const { id, email } = await findUser(api, user);
    await confirmUnless(yes, context, accessMessages.user.confirmReset(email));
    showInvitation(context, server, await api.users.reset({ params: { userId: id } }));
  },
});

const removeUser = removeCommand({
  path: ['user', 'remove'],
  summary: 'remove a user with their sessions and tokens',
  description:
    'Removes a user, after a question, and ends their sessions and tokens. The audit keeps their name. It needs a sign-in within 15 minutes, and no token does it.',
  examples: {
    'upvigil user remove ann@example.org': 'Remove Ann',
    "0 4 1 * * upvigil user list | awk -F'\\t' '$5 == \"disabled\" {print $1}' | xargs -rn1 upvigil user remove --yes":
      'In a crontab with UPVIGIL_PASSWORD: once a month who is disabled',
  },
  arguments: { user: userArgument },
  find: (api, { user }) => findUser(api, user),
  question: ({ email }) => accessMessages.user.confirmRemove(email),
  remove: (api, id) => api.users.remove({ params: { userId: id } }),
  removed: ({ email }) => accessMessages.user.removed(email),
});

export const userNoun: Noun = {
  group: { name: 'user', summary: 'invite, change and remove the people who may enter' },
  commands: [listUsers, inviteUser, changeRole, disableUser, enableUser, resetUser, removeUser],
};
