import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient } from '@upvigil/core/client/api-client';
import type { CallerInfo } from '@upvigil/core/contract/auth';
import type { DeviceError } from '@upvigil/core/contract/device';
import { apiTokenForm } from '@upvigil/core/contract/names/scopes';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import { accessMessages } from '@upvigil/core/texts/access';
import { requestToken, type Session, type TokenSource, usableToken } from '../client/session.ts';
import { defineCommand, type Noun } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandError, failureSentence, UsageError } from '../failures.ts';
import { flagOption, textOption } from '../options/inputs.ts';
import { toJson } from '../output/json.ts';
import { type Line, line, span } from '../output/paint.ts';
import { dayAndTime } from '../output/times.ts';

const login = defineCommand({
  path: ['login'],
  summary: 'sign in and store a token',
  description:
    "Asks for the admin password without showing it, then stores the server's address and a token in a file that only you can read. The token is valid for 30 days after its last use. --email signs in a user instead of the owner. --token-stdin stores an API token instead (upvigil token create). --web shows a code that you enter in a browser after signing in there.\n\nIf the server's certificate is from your own authority, set NODE_EXTRA_CA_CERTS to the file of the authority.",
  examples: {
    'upvigil login --server https://status.example.org': 'Sign in as the owner; asks for the password',
    'upvigil login --email ann@example.org': 'Sign in as a user',
    'upvigil login --web --server https://status.example.org':
      'Sign in with a browser on any machine: for a second factor, a passkey or single sign-on',
    '@reboot upvigil login --token-stdin </etc/upvigil/token':
      'In a crontab: commands then have the rights of the token',
  },
  options: {
    email: textOption('--email <address>', 'sign in as the user with this address instead of the owner'),
    passwordStdin: flagOption('--password-stdin', 'read the password from the first line of stdin'),
    tokenStdin: flagOption('--token-stdin', 'read an API token from the first line of stdin, and store it'),
    web: flagOption('--web', 'show a code to enter in a browser, and wait for it'),
  },
  json: 'an object with server and signed_in',
  async run(context, { email, passwordStdin, tokenStdin, web }) {
    if ([passwordStdin, tokenStdin, web].filter(Boolean).length > 1)
      throw new UsageError('Give only one of --password-stdin, --token-stdin and --web');
    const { server, api } = await context.connect('public');
    const token = await findToken(context, { email, passwordStdin, tokenStdin, web, server, api });
    await context.settings.write({ server, token });
    if (context.form === 'json')
      context.terminal.print(toJson({ server: withoutCredentials(server), signed_in: true }));
    else context.terminal.say(`Signed in to ${withoutCredentials(server)}; the token is in ${context.settings.file}`);
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

/** Reads an API token and checks that the server accepts it. @throws NotSignedInError when it does not */
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

/** Added to the interval when the server answers `slow_down` (RFC 8628, 3.5). */
const slowDownSeconds = 5;

interface WebLogin {
  api: Pick<ApiClient, 'device'>;
  say(text: string): void;
  signal: AbortSignal;
}

/** Shows a code for the browser and waits until a signed-in user enters it. Resolves with the token. */
async function requestTokenByWeb({ api, say, signal }: WebLogin): Promise<string> {
  const { device_code, user_code, verification_uri, interval, expires_in } = await api.device.start({});
  say(`Open ${verification_uri} in a browser and enter the code ${user_code}`);
  say(`The code is valid for ${Math.round(expires_in / 60)} minutes`);
  for (let seconds = interval; ; ) {
    await wait(seconds * 1000, undefined, { signal });
    try {
      return (await api.device.token({ body: { device_code } })).access_token;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === 'slow_down') seconds += slowDownSeconds;
      else if (refusal === 'expired_token') throw new CommandError('The code has expired. Run: upvigil login --web');
      else if (refusal !== 'authorization_pending') throw error;
    }
  }
}

function refusalOf(error: unknown): DeviceError | null {
  const facts = error instanceof Error && 'facts' in error ? (error.facts as { error?: unknown }) : {};
  return typeof facts.error === 'string' ? (facts.error as DeviceError) : null;
}

const logout = defineCommand({
  path: ['logout'],
  summary: 'sign out and delete the stored token',
  description:
    'Ends the session on the server and deletes the stored token, even if the server cannot be reached. An API token stays valid on the server: upvigil token revoke ends it.',
  examples: {
    'upvigil logout': 'Sign out of the stored server',
    '0 20 * * 5 upvigil logout': 'In a crontab: nobody stays signed in over the weekend',
  },
  json: 'an object with server and signed_in',
  async run(context) {
    const { terminal, settings } = context;
    const { server, token } = await settings.read();
    if (server !== null && token !== null) {
      if (apiTokenForm.test(token)) terminal.say(accessMessages.token.stillGood);
      else await endSession(context, { server, token });
      await settings.forgetToken();
    }
    const shown = server === null ? null : withoutCredentials(server);
    if (context.form === 'json') terminal.print(toJson({ server: shown, signed_in: false }));
    else terminal.say(token === null ? 'Not signed in' : `Signed out of ${shown}`);
  },
});

/** Ends the session on the server if it still exists. Prints the reason if that fails. */
async function endSession(context: Context, credentials: { server: string; token: string }): Promise<void> {
  try {
    const { api } = await context.connect('public', { credentials });
    await api.auth.logout();
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSignedInError') return;
    context.terminal.say(`The session could not be ended on the server: ${failureSentence(error)}`);
  }
}

const sources: Record<NonNullable<TokenSource>, string> = {
  option: 'by --token or UPVIGIL_TOKEN',
  password: 'by UPVIGIL_PASSWORD',
  stored: 'by upvigil login',
};

const whoami = defineCommand({
  path: ['whoami'],
  summary: 'show the server and whether you are signed in',
  description:
    'Shows which server the commands use and whether it accepts the token, with your name, role and scopes, and the expiry of an API token. The exit code is 1 if you are not signed in.',
  examples: {
    'upvigil whoami': 'Server and sign-in',
    '0 6 * * * upvigil whoami >/dev/null || echo "run upvigil login"': 'In a crontab: a reminder',
  },
  json: 'an object with server and signed_in; for an API token also token: its name, scopes and expires_at; for a user also user: name, email, role and scopes',
  async run(context) {
    const { session, caller } = await identify(context);
    show(context, session, caller);
    if (caller === null) context.terminal.say('Not signed in. Run: upvigil login');
    return caller === null ? exitCodes.failed : exitCodes.done;
  },
});

/** Asks the server who is signed in. `caller` is null for nobody. */
async function identify(context: Context): Promise<{ session: Session; caller: CallerInfo | null }> {
  try {
    const session = await context.connect('admin');
    return { session, caller: await session.api.auth.me() };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'NotSignedInError') throw error;
    return { session: await context.connect('public'), caller: null };
  }
}

function show({ terminal, form }: Context, session: Session, caller: CallerInfo | null): void {
  const server = withoutCredentials(session.server);
  if (form === 'json') {
    terminal.print(toJson({ server, signed_in: caller !== null, ...(caller ? detailsOf(caller) : {}) }));
  } else if (form === 'pipe') {
    const { name = '', scopes = [], expires_at = null, role = null } = caller ?? {};
    const who = caller === null ? [] : [name, scopes.join(' '), expires_at ?? '', ...(role ? [role] : [])];
    terminal.print([server, caller === null ? 'not signed in' : 'signed in', ...who].join('\t'));
  } else terminal.printLines([line(span('Server  '), server), ...stateLines(session, caller)]);
}

/** The details of a token or a user. The sentence says everything about the owner. */
function detailsOf({ kind, name, email, role, scopes, expires_at }: CallerInfo): object {
  if (kind === 'token') return { token: { name, scopes, expires_at } };
  return kind === 'user' ? { user: { name, email, role, scopes } } : {};
}

function stateLines({ tokenSource }: Session, caller: CallerInfo | null): Line[] {
  if (caller === null || tokenSource === null) return [line(span('Admin   '), span('not signed in', 'bad'))];
  const state = span(`signed in ${sources[tokenSource]}`, 'good');
  const { name, email, role } = caller;
  if (caller.kind !== 'token') {
    const who = email === null || email === name ? name : `${name} <${email}>`;
    return [
      line(span(caller.kind === 'owner' ? 'Admin   ' : 'User    '), state),
      line(span('Name    '), who),
      line(span('Role    '), role ?? 'none'),
      line(span('Scopes  '), caller.scopes.join(' ')),
    ];
  }
  const expires = caller.expires_at === null ? 'never' : dayAndTime(caller.expires_at);
  return [
    line(span('Token   '), `${caller.name}, `, state),
    line(span('Scopes  '), caller.scopes.join(' ')),
    line(span('Expires '), expires),
  ];
}

export const loginNoun: Noun = {
  commands: [login, logout, whoami],
};
