import { TargetFailure } from '../target-failure.ts';
import { type Conversation, converseOn } from './conversation.ts';
import { asReadableText } from './first-bytes.ts';
import { serviceProbe } from './service.ts';

/** Error codes by which a server requests or refuses a sign-in (https://redis.io/docs/latest/commands/auth/). */
const signInErrors = /^-(NOAUTH|WRONGPASS|NOPERM|ERR invalid password|ERR AUTH)\b/;

/** Sends PING, after AUTH and SELECT if they are set. Without a sign-in, the request for one is an answer too. */
export const probeRedis = serviceProbe<'REDIS'>(async ({ socket, target, context }) => {
  const { username, password, database } = target.options;
  const redis = converseOn(socket, context.signal);
  const signsIn = username !== '' || password !== '';
  if (signsIn) {
    context.step('signing in');
    const answer = await ask(redis, 'AUTH', ...(username === '' ? [] : [username]), password);
    if (signInErrors.test(answer)) throw new TargetFailure('sign-in refused');
    requireSuccess(answer);
  }
  for (const [command = '', ...words] of [...(database === '' ? [] : [['SELECT', database]]), ['PING']]) {
    context.step(`waiting for the answer to ${command}`);
    const answer = await ask(redis, command, ...words);
    if (!signsIn && signInErrors.test(answer)) return;
    requireSuccess(answer);
  }
});

function ask(redis: Conversation, ...words: string[]): Promise<string> {
  redis.send(commandOf(...words));
  return redis.line('an answer');
}

/** An array of bulk strings (https://redis.io/docs/latest/develop/reference/protocol-spec/). */
const commandOf = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;

function requireSuccess(answer: string): void {
  if (/^\+(OK|PONG)$/.test(answer)) return;
  if (answer.startsWith('-LOADING')) throw new TargetFailure('Redis is loading its data (LOADING)');
  if (answer.startsWith('-MASTERDOWN')) {
    throw new TargetFailure('replica is not connected to its master (MASTERDOWN)');
  }
  throw new TargetFailure(`server answered "${asReadableText(answer.replace(/^-/, '')).trim()}"`);
}
