import type { CallerInfo } from '@upvigil/core/contract/auth';
import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import type { Session, TokenSource } from '../../client/session.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { toJson } from '../../output/json.ts';
import { type Line, line, span } from '../../output/paint.ts';
import { dayAndTime } from '../../output/times.ts';

const sources: Record<NonNullable<TokenSource>, string> = {
  option: 'by --token or UPVIGIL_TOKEN',
  password: 'by UPVIGIL_PASSWORD',
  stored: 'by upvigil login',
};

export const whoami = defineCommand({
  path: ['whoami'],
  summary: 'show the server and whether you are signed in',
  description:
    'Shows which server the commands talk to and whether the token at hand is accepted there; with who you are, your role, what you may do, and, of an API token, when it expires. Ends with 1 when not signed in.',
  examples: [
    { command: 'upvigil whoami', about: 'Which server, and signed in or not' },
    { command: '0 6 * * * upvigil whoami >/dev/null || echo "run upvigil login"', about: 'In a crontab: tell in time' },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'an object with server and signed_in; with an API token also token: its name, scopes and expires_at; of a user also user: name, email, role and scopes',
  async run(context) {
    const { session, caller } = await findOut(context);
    show(context, session, caller);
    if (caller === null) context.terminal.say('Not signed in. Run: upvigil login');
    return caller === null ? exitCodes.failed : exitCodes.done;
  },
});

/** Asks the server who we are. `caller` null: nobody. */
async function findOut(context: Context): Promise<{ session: Session; caller: CallerInfo | null }> {
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

/** Of a token or a user; the owner is told by `signed_in` alone. */
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
