import { mayUse, type Scope, scopeMeanings, scopes } from '@upvigil/core/access/scopes';
import { defaults } from '@upvigil/core/defaults';
import { limits } from '@upvigil/core/limits';
import { accessMessages } from '@upvigil/core/page-messages/access';
import { parseDuration } from '@upvigil/core/time/short-duration';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { type Option, textArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';

const dayMs = 86_400_000;
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

export const createToken = defineCommand({
  path: ['token', 'create'],
  summary: 'make an API token for a script',
  description: `Makes a token that a script gives as UPVIGIL_TOKEN or as a bearer token, and prints the token and nothing else. It is shown this once. Whoever makes one is signed in with the password: no token makes another.\n\n${meanings}`,
  examples: [
    {
      command: "upvigil token create 'Nightly backup' --scope backup >/etc/upvigil/token",
      about: 'For examples/cron-backup; only the token goes into the file',
    },
    {
      command: 'upvigil token create Board --scope read --expires never',
      about: 'For a screen on the wall',
    },
    {
      command: '0 3 1 */2 * umask 077; upvigil token create "CI $(date +\\%m)" --scope deploy >/etc/ci/upvigil-token',
      about: 'In a crontab with UPVIGIL_PASSWORD: a new one every two months',
    },
  ],
  arguments: { name: textArgument('<name>', 'what it is called in lists') },
  options: { scopes: scopeOption, expires: expiresOption },
  exitCodes: 'plain',
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
    return exitCodes.done;
  },
});
