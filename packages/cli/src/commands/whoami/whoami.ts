import { withoutCredentials } from '@upvigil/core/format/without-credentials';
import type { Session, TokenSource } from '../../client/session.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { toJson } from '../../output/json.ts';
import { line, span } from '../../output/paint.ts';

const sources: Record<NonNullable<TokenSource>, string> = {
  option: 'by --token or UPVIGIL_TOKEN',
  password: 'by UPVIGIL_PASSWORD',
  stored: 'by upvigil login',
};

export const whoami = defineCommand({
  path: ['whoami'],
  summary: 'show the server and whether you are signed in',
  description:
    'Shows which server the commands talk to and whether the token at hand is accepted there. Ends with 1 when not signed in.',
  examples: [
    { command: 'upvigil whoami', about: 'Which server, and signed in or not' },
    { command: '0 6 * * * upvigil whoami >/dev/null || echo "run upvigil login"', about: 'In a crontab: tell in time' },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'an object with server and signed_in',
  async run(context) {
    const { session, signedIn } = await findOut(context);
    const source = signedIn && session.tokenSource ? sources[session.tokenSource] : null;
    show(context, withoutCredentials(session.server), source);
    if (source === null) context.terminal.say('Not signed in. Run: upvigil login');
    return source === null ? exitCodes.failed : exitCodes.done;
  },
});

/** Finds out whether the token is valid, by a small request that needs one. */
async function findOut(context: Context): Promise<{ session: Session; signedIn: boolean }> {
  try {
    const session = await context.connect('admin');
    await session.api.settings.getNotifications();
    return { session, signedIn: true };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'NotSignedInError') throw error;
    return { session: await context.connect('public'), signedIn: false };
  }
}

function show({ terminal, form }: Context, server: string, source: string | null): void {
  if (form === 'json') terminal.print(toJson({ server, signed_in: source !== null }));
  else if (form === 'pipe') terminal.print([server, source === null ? 'not signed in' : 'signed in'].join('\t'));
  else {
    const state = source === null ? span('not signed in', 'bad') : span(`signed in ${source}`, 'good');
    terminal.printLines([line(span('Server  '), server), line(span('Admin   '), state)]);
  }
}
