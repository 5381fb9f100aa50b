import type { Socket } from 'node:net';
import { TargetFailure } from '../target-failure.ts';
import { asReadableText, asWireText, readFirstBytes } from './first-bytes.ts';
import type { Service } from './service.ts';

interface GreetingProtocol {
  goodGreeting: RegExp;
  /** The command that ends a session, because mail servers log connections that end without it. */
  farewell: string;
}

/** A service that may have to greet with a text. */
type GreetingService = Pick<Service<never>, 'socket' | 'context' | 'onEnd'> & {
  target: { expected_response: string | null };
};

/** Reads the greeting of a service, which must be good and contain the expected response. */
export const readGreeting =
  ({ goodGreeting, farewell }: GreetingProtocol) =>
  async ({ socket, target, context, onEnd }: GreetingService): Promise<void> => {
    context.step('waiting for the greeting');
    const { text } = await readFirstBytes(socket, (sent) => sent.includes('\n'), context.signal);
    onEnd(() => sayFarewell(socket, farewell));
    if (text === '') throw new TargetFailure('connection closed without a greeting');
    const expected = target.expected_response;
    const isGood = goodGreeting.test(text) && (!expected || text.includes(asWireText(expected)));
    if (!isGood) throw new TargetFailure(`greeting was "${asReadableText(text).trim()}"`);
  };

function sayFarewell(socket: Socket, farewell: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(farewell);
  socket.destroySoon();
}
