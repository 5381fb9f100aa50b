import { mayUse, type Scope, scopeMeanings, scopes } from '@upvigil/core/contract/names/scopes';
import { defaults } from '@upvigil/core/defaults';
import { parseDuration } from '@upvigil/core/format/short-duration';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/texts/access';
import { dayMs } from '@upvigil/core/time';
import { defineCommand, type Noun } from '../command.ts';
import { UsageError } from '../failures.ts';
import { idArgument, type Option, textArgument } from '../options/inputs.ts';
import { toJson } from '../output/json.ts';
import { tokenColumns } from '../output/token-columns.ts';
import { endCommand, listCommand } from './kit.ts';

const never = 'never';

const scopeOption: Option<readonly Scope[]> = {
  syntax: '--scope <scope>',
  about: 'what the token allows; required',
  isList: true,
  choices: scopes,
  parse(given) {
    const words = Array.isArray(given) ? given : [];
    if (words.length === 0) throw new UsageError(`--scope is required: ${scopes.join(', ')}`);
    return words.map((word) => {
      const found = scopes.find((scope) => scope === word);
      if (found === undefined) throw new UsageError(`--scope must be one of ${scopes.join(', ')}, but it is "${word}"`);
      return found;
    });
  },
};

/** In days; null: never. */
const expiresOption: Option<number | null> = {
  syntax: '--expires <days>',
  about: `days until it expires, such as 90d, up to ${limits.apiToken.days.max}d, or ${never}`,
  initial: `${defaults.apiToken.days}d`,
  parse(given) {
    if (typeof given !== 'string') return defaults.apiToken.days;
    if (given === never) return null;
    const days = (parseDuration(given) ?? 0) / dayMs;
    const { min, max } = limits.apiToken.days;
    if (Number.isInteger(days) && days >= min && days <= max) return days;
    throw new UsageError(`--expires must be ${min}d to ${max}d, or ${never}, but it is "${given}"`);
  },
};

const meanings = scopes.map((scope) => `${scope}: ${scopeMeanings[scope]}.`).join('\n\n');

const createToken = defineCommand({
  path: ['token', 'create'],
  summary: 'make an API token for a script',
  description: `Creates an API token, for UPVIGIL_TOKEN or as a bearer token, and prints only the token, once. This needs a sign-in with a password: a token cannot create another token.\n\n${meanings}`,
  examples: {
    "upvigil token create 'Nightly backup' --scope backup >/etc/upvigil/token":
      'For examples/cron-backup; the file contains only the token',
    'upvigil token create Board --scope read --expires never': 'For a wallboard',
    '0 3 1 */2 * umask 077; upvigil token create "CI $(date +\\%m)" --scope deploy >/etc/ci/upvigil-token':
      'In a crontab with UPVIGIL_PASSWORD: a new one every two months',
  },
  arguments: { name: textArgument('<name>', 'name in lists') },
  options: { scopes: scopeOption, expires: expiresOption },
  json: 'the token with its id, name, scopes and expiry',
  async run(context, { name, scopes: wanted, expires }) {
    const { terminal, form, connect } = context;
    const { api } = await connect('admin');
    const made = await api.tokens.create({ body: { name, scopes: [...wanted], expires_days: expires } });
    if (form === 'json') terminal.print(toJson(made));
    else terminal.print(made.token);
    if (form === 'terminal') {
      terminal.say(accessMessages.token.once);
      if (mayUse(wanted, 'backup')) terminal.say(accessMessages.token.readsAll);
    }
  },
});

const listTokens = listCommand({
  path: ['token', 'list'],
  summary: 'list API tokens with their scopes',
  description:
    'Lists API tokens, newest first: scopes, first characters, expiry, and time and address of the last use. A token itself cannot be shown again.',
  examples: {
    'upvigil token list': 'All tokens',
    "0 9 1 * * upvigil token list | awk -F'\\t' '$6 == \"\" {print $1, $2}'":
      'In a crontab: revoke unused tokens once a month',
  },
  json: 'the array of tokens',
  columns: tokenColumns,
  empty: `${accessMessages.token.none}  (upvigil token create)`,
  read: (api) => api.tokens.list({ query: { limit: limits.listLimit.max } }),
});

const revokeToken = endCommand({
  path: ['token', 'revoke'],
  summary: 'revoke an API token',
  description:
    'Revokes an API token at once, on every process: it is refused, and its running requests are closed within a second. Does not ask, because a leaked token must be stopped quickly.',
  examples: {
    'upvigil token revoke 12': 'Revoke one; upvigil token list has the ids',
    "0 4 1 * * upvigil token list | awk -F'\\t' '$6 == \"\" {print $1}' | xargs -rn1 upvigil token revoke":
      'In a crontab: revoke unused tokens once a month',
  },
  arguments: { id: idArgument('<id>', 'id of the token') },
  ended: 'revoked',
  end: (api, id) => api.tokens.remove({ params: { tokenId: id } }),
  sentence: accessMessages.token.revoked,
});

export const tokenNoun: Noun = {
  group: { name: 'token', summary: 'create, list and revoke tokens for scripts' },
  commands: [createToken, listTokens, revokeToken],
};
