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
import { confirmUnless, listCommand, removeCommand, requireAnswer, yesOption } from './kit.ts';

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

/** Finds a user by email or id. @throws CommandError when there is none */
async function findUser(api: Pick<ApiClient, 'users'>, word: string): Promise<User> {
  const users = await api.users.list({ query: { limit: limits.listLimit.max } });
  const found = users.find(({ id, email }) => String(id) === word || email === word.trim().toLowerCase());
  if (found === undefined) throw new CommandError(accessMessages.user.nobody(word));
  return found;
}

/** Changes a user and shows the result. @throws CommandError when there is none */
async function changeUser(
  context: Context,
  word: string,
  body: { role?: Role; status?: 'active' | 'disabled' },
  sentence: (changed: User) => string,
): Promise<void> {
  const { terminal, form } = context;
  const { api } = await context.connect('admin');
  const { id } = await findUser(api, word);
  const changed = await api.users.update({ params: { userId: id }, body });
  if (form === 'json') terminal.print(toJson(changed));
  else if (form === 'pipe') renderPipe(userColumns, [changed]).forEach(terminal.print);
  else terminal.say(sentence(changed));
}

/** Describes `--json` of the commands that invite users. */
const invitationJson = 'the user with mailed, and link if the invitation was not mailed';

/** Prints an invited user; in a pipe only the link, if it was not mailed. */
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
  summary: 'list users',
  description: 'Lists users, newest first: role, whether the invitation was accepted, and the last visit.',
  examples: {
    'upvigil user list': 'All users',
    "0 9 1 * * upvigil user list | awk -F'\\t' '$5 == \"invited\" {print $2}'":
      'In a crontab: mail unaccepted invitations once a month',
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
  summary: 'invite a user by email',
  description: `Invites a user, who sets a name and a password with a link. The link works once, within 72 hours. If email is set up, the link is mailed; otherwise only the link is printed, once. This needs a sign-in within the last 15 minutes; a token cannot do it.\n\n${meanings}`,
  examples: {
    'upvigil user invite ann@example.org --role editor': 'Ann may change monitors',
    '@reboot upvigil user list | grep -q ann@example.org || upvigil user invite ann@example.org >>$HOME/links.txt':
      'In a crontab with UPVIGIL_PASSWORD: unless she is already a user',
  },
  arguments: { email: textArgument('<email>', 'email address of the new user') },
  options: {
    role: choiceOption('--role <role>', `role of the user; default ${leastRole}`, roles),
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
  summary: 'change the role of a user',
  description:
    'Gives a user another role, from the next request of their sessions and tokens on. This needs a sign-in within the last 15 minutes; a token cannot do it.',
  examples: {
    'upvigil user role ann@example.org admin': 'Make Ann an admin',
    '0 18 * * 5 upvigil user role ann@example.org viewer':
      'In a crontab with UPVIGIL_PASSWORD: a viewer over the weekend',
  },
  arguments: { user: userArgument, role: choiceArgument('<role>', `one of ${roles.join(', ')}`, roles) },
  json: 'the changed user',
  async run(context, { user, role }) {
    await changeUser(context, user, { role }, (changed) => accessMessages.user.hasRole(changed.email, changed.role));
  },
});

const disableUser = defineCommand({
  path: ['user', 'disable'],
  summary: 'disable a user at once',
  description:
    'Ends the sessions and tokens of a user on every process, and refuses their sign-in. The user stays in the list. Does not ask, because access must be ended quickly. This needs a sign-in within the last 15 minutes; a token cannot do it.',
  examples: {
    'upvigil user disable ann@example.org': 'Disable Ann',
    "0 4 1 * * upvigil user list | awk -F'\\t' '$6 == \"\" {print $1}' | xargs -rn1 upvigil user disable":
      'In a crontab with UPVIGIL_PASSWORD: once a month, users who never signed in',
  },
  arguments: { user: userArgument },
  json: 'the changed user',
  async run(context, { user }) {
    await changeUser(context, user, { status: 'disabled' }, ({ email }) => accessMessages.user.isDisabled(email));
  },
});

const enableUser = defineCommand({
  path: ['user', 'enable'],
  summary: 'enable a disabled user',
  description:
    'Enables a disabled user, with the same role, password and second factors. Ended sessions and tokens stay ended. If the user never accepted the invitation, use upvigil user reset. This needs a sign-in within the last 15 minutes; a token cannot do it.',
  examples: {
    'upvigil user enable ann@example.org': 'Enable Ann',
    '0 8 * * 1 upvigil user enable ann@example.org >/dev/null':
      'In a crontab with UPVIGIL_PASSWORD: enable her on Mondays; another line disables her on Tuesdays',
  },
  arguments: { user: userArgument },
  json: 'the changed user',
  async run(context, { user }) {
    await changeUser(context, user, { status: 'active' }, ({ email }) => accessMessages.user.isEnabled(email));
  },
});

const resetUser = defineCommand({
  path: ['user', 'reset'],
  summary: "delete a user's sign-in and send a new invitation",
  description:
    'Deletes the sessions, tokens, password and second factors of a user and invites them again. Requires confirmation. Use it after a lost phone, a forgotten password or an expired invitation. The role stays.\n\nThe link works once, within 72 hours. If email is set up, it is mailed; otherwise only the link is printed, once. This needs a sign-in within the last 15 minutes; a token cannot do it.',
  examples: {
    'upvigil user reset ann@example.org': 'A new invitation for Ann',
    "0 9 * * 1 upvigil user list | awk -F'\\t' '$5 == \"invited\" {print $1}' | xargs -rn1 upvigil user reset --yes":
      'In a crontab with UPVIGIL_PASSWORD: a new link for unaccepted invitations, once a week',
  },
  arguments: { user: userArgument },
  options: { yes: yesOption },
  json: invitationJson,
  async run(context, { user, yes }) {
    requireAnswer(yes, context);
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
    'Removes a user and ends their sessions and tokens. Requires confirmation. The audit keeps their name. This needs a sign-in within the last 15 minutes; a token cannot do it.',
  examples: {
    'upvigil user remove ann@example.org': 'Remove Ann',
    "0 4 1 * * upvigil user list | awk -F'\\t' '$5 == \"disabled\" {print $1}' | xargs -rn1 upvigil user remove --yes":
      'In a crontab with UPVIGIL_PASSWORD: remove disabled users once a month',
  },
  arguments: { user: userArgument },
  find: (api, { user }) => findUser(api, user),
  question: ({ email }) => accessMessages.user.confirmRemove(email),
  remove: (api, id) => api.users.remove({ params: { userId: id } }),
  removed: ({ email }) => accessMessages.user.removed(email),
});

export const userNoun: Noun = {
  group: { name: 'user', summary: 'invite, change and remove users' },
  commands: [listUsers, inviteUser, changeRole, disableUser, enableUser, resetUser, removeUser],
};
