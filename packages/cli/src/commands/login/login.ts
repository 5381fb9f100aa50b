import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import { requestToken, type Session, usableToken } from '../../client/session.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { flagOption, textOption } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { requestTokenByWeb } from './web-login.ts';

export const login = defineCommand({
  path: ['login'],
  summary: 'sign in and store the token',
  description:
    'Asks for the admin password without showing it, and stores the address of the server and a token in a file that only you can read. The token is valid for 30 days from its last use. With --email it signs in a user instead of the owner. With --token-stdin it stores an API token instead (upvigil token create). With --web it shows a code that you enter in a browser, where you sign in as you are used to.\n\nFor a server with a certificate of your own authority set NODE_EXTRA_CA_CERTS to its file.',
  examples: [
    { command: 'upvigil login --server https://status.example.org', about: 'Sign in; the password is asked' },
    { command: 'upvigil login --email ann@example.org', about: 'Sign in as a user' },
    {
      command: 'upvigil login --web --server https://status.example.org',
      about: 'Sign in through a browser, on this machine or another: with a second factor, a passkey or single sign-on',
    },
    {
      command: '@reboot upvigil login --token-stdin </etc/upvigil/token',
      about: 'In a crontab: from then on commands do what the token may, and no more',
    },
  ],
  arguments: {},
  options: {
    email: textOption('--email <address>', 'sign in as the user of this address, not as the owner'),
    passwordStdin: flagOption('--password-stdin', 'read the password from the first line of stdin'),
    tokenStdin: flagOption('--token-stdin', 'read an API token from the first line of stdin, and store it'),
    web: flagOption('--web', 'show a code to enter in a browser, and wait for that'),
  },
  exitCodes: 'plain',
  json: 'an object with server and signed_in',
  async run(context, { email, passwordStdin, tokenStdin, web }) {
    if ([passwordStdin, tokenStdin, web].filter(Boolean).length > 1)
      throw new UsageError('Give one of --password-stdin, --token-stdin and --web');
    const { server, api } = await context.connect('public');
    const token = await findToken(context, { email, passwordStdin, tokenStdin, web, server, api });
    await context.settings.write({ server, token });
    if (context.form === 'json')
      context.terminal.print(toJson({ server: withoutCredentials(server), signed_in: true }));
    else context.terminal.say(`Signed in to ${withoutCredentials(server)}; the token is in ${context.settings.file}`);
    return exitCodes.done;
  },
});

interface Wanted extends Pick<Session, 'server' | 'api'> {
  email: string | null;
  passwordStdin: boolean;
  tokenStdin: boolean;
  web: boolean;
}

async function findToken(
  context: Context,
  { email, passwordStdin, tokenStdin, web, server, api }: Wanted,
): Promise<string> {
  if (tokenStdin) return readToken(context, server);
  if (web) return requestTokenByWeb({ api, say: (text) => context.terminal.say(text), signal: context.signal });
  return requestToken(api, await findPassword(context, passwordStdin, email, server), email);
}

/** An API token that the server accepts. @throws NotSignedInError when it does not */
async function readToken({ terminal, connect }: Context, server: string): Promise<string> {
  const line = await terminal.readLine();
  if (line.trim() === '') throw new UsageError('Token is required');
  const token = usableToken(line);
  const { api } = await connect('admin', { credentials: { server, token } });
  await api.auth.me();
  return token;
}

async function findPassword(
  { terminal, environment }: Context,
  fromStdin: boolean,
  email: string | null,
  server: string,
): Promise<string> {
  if (fromStdin) return given(await terminal.readLine());
  if (environment.password) return environment.password;
  return given(
    await terminal.askSecret(
      email === null
        ? `Admin password for ${withoutCredentials(server)}: `
        : `Password of ${email} for ${withoutCredentials(server)}: `,
    ),
  );
}

function given(password: string): string {
  if (password === '') throw new UsageError('Password is required');
  return password;
}
