import type { ClientRequest, IncomingMessage } from 'node:http';

/** The status after which another protocol is spoken: there is no body. */
export const switchingProtocols = 101;

/**
 * The answer to a request, also one that switches to another protocol. Rejects when the request ends without one, also
 * when Node closes the connection without an error event.
 */
export function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('upgrade', resolve);
    request.on('error', reject);
    request.once('close', () =>
      reject(Object.assign(new Error('closed before the answer was complete'), { code: 'ECONNRESET' })),
    );
  });
}
