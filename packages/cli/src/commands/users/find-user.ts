import type { ApiClient } from '@upvigil/core/api-client';
import type { User } from '@upvigil/core/contract/users';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/page-messages/access';
import type { Context } from '../../context.ts';
import { CommandError } from '../../failures.ts';
import { textArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { renderPipe } from '../../output/pipe.ts';
import { userColumns } from './columns.ts';

export const userArgument = textArgument('<user>', 'email or id of the user');

/** The user of this email or id. @throws CommandError when there is none */
export async function findUser(api: Pick<ApiClient, 'users'>, word: string): Promise<User> {
  const users = await api.users.list({ query: { limit: limits.listLimit.max } });
  const found = users.find(({ id, email }) => String(id) === word || email === word.trim().toLowerCase());
  if (found === undefined) throw new CommandError(accessMessages.user.nobody(word));
  return found;
}

/** Tells of one user who was changed. */
export function showUser({ terminal, form }: Context, user: User, sentence: string): void {
  if (form === 'json') terminal.print(toJson(user));
  else if (form === 'pipe') renderPipe(userColumns, [user]).forEach(terminal.print);
  else terminal.say(sentence);
}
