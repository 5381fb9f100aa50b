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
import { showList } from '../output/show-list.ts';
import { tokenColumns } from '../output/token-columns.ts';
import { endCommand } from './kit.ts';

const never = 'never';

const scopeOption: Option<readonly Scope[]> = {
  syntax: '--scope <scope>',
  about: `what it is for: ${scopes.join(', ')}; may be given several times`,
  isList: true,
  choices: scopes,
  parse(given) {
    const words = Array.isArray(given) ? given : [];
    if (words.length === 0) throw new UsageError(`Say what the token is for: --scope ${scopes.join(', ')}`);
    return words.map((word) => {
      const found = scopes.find((scope) => scope === word);
      if (found === undefined) throw new UsageError(`--scope must be one of ${scopes.join(', ')}, but it is "${word}"`);
      return found;
    });
  },
};

/** Days; null: never. */
const expiresOption: Option<number | null> = {
  syntax: '--expires <days>',
  about: `after how many days it ends, as 90d, up to ${limits.apiToken.days.max}d, or ${never}`,
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
  description: `Makes a token that a script gives as UPVIGIL_TOKEN or as a bearer token, and prints the token and nothing else. It is shown this once. Whoever makes one is signed in with the password: no token makes another.\n\n${meanings}`,
  examples: {
    "upvigil token create 'Nightly backup' --scope backup >/etc/upvigil/token":
      'For examples/cron-backup; only the token goes into the file',
    'upvigil token create Board --scope read --expires never': 'For a screen on the wall',
    '0 3 1 */2 * umask 077; upvigil token create "CI $(date +\\%m)" --scope deploy >/etc/ci/upvigil-token':
      'In a crontab with UPVIGIL_PASSWORD: a new one every two months',
  },
  arguments: { name: textArgument('<name>', 'what it is called in lists') },
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

const listTokens = defineCommand({
  path: ['token', 'list'],
  summary: 'list API tokens with their scopes, without the tokens',
  description:
    'Lists the API tokens, newest first: what each may do, how it begins, when it expires, and when and from where it was used last. The tokens themselves are shown by nobody again.',
  examples: {
    'upvigil token list': 'Which tokens there are',
    "0 9 1 * * upvigil token list | awk -F'\\t' '$6 == \"\" {print $1, $2}'":
      'In a crontab: once a month those that were never used',
  },
  json: 'the array of tokens',
  async run(context) {
    const { api } = await context.connect('admin');
    const rows = await api.tokens.list({ query: { limit: limits.listLimit.max } });
    const columns = tokenColumns(context.now());
    await showList(context, {
      columns,
      rows,
      json: rows,
      empty: `${accessMessages.token.none}  (upvigil token create)`,
    });
  },
});

const revokeToken = endCommand({
  path: ['token', 'revoke'],
  summary: 'end an API token at once',
  description:
    'Ends an API token: from then on it is refused, and what it was reading is closed within a second, on every process. There is no question, because a token that leaked must go fast.',
  examples: {
    'upvigil token revoke 12': 'End one; upvigil token list lists ids',
    "0 4 1 * * upvigil token list | awk -F'\\t' '$6 == \"\" {print $1}' | xargs -rn1 upvigil token revoke":
      'In a crontab: once a month those that were never used',
  },
  arguments: { id: idArgument('<id>', 'id of the token') },
  ended: 'revoked',
  end: (api, id) => api.tokens.remove({ params: { tokenId: id } }),
  said: accessMessages.token.revoked,
});

export const tokenNoun: Noun = {
  group: { name: 'token', summary: 'make, list and end tokens for scripts' },
  commands: [createToken, listTokens, revokeToken],
};
