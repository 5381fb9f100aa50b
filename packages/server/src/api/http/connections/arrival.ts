import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { hourMs, secondMs } from '@upvigil/core/time';

/** How long a request may take to come in, in milliseconds. */
export interface ArrivalLimits {
  /** Request line and headers. Also ends a connection on which nothing ever comes. */
  head: number;
  /** A body that is no upload: a settings form at most. */
  body: number;
  /** How long nothing may come of an upload. While something comes it may go on: a backup is large, a line may be slow. */
  idleUpload: number;
  /** A whole request, of any sort. */
  request: number;
  /** Time between two looks for connections that are over the limit of `head` or `request`. */
  look: number;
}

export const arrivalLimits: ArrivalLimits = {
  head: 20 * secondMs,
  body: 30 * secondMs,
  idleUpload: 60 * secondMs,
  request: 12 * hourMs,
  look: 5 * secondMs,
};

/** The timer of each request whose body is awaited. */
const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends the connection when the body has not come in time. */
export function limitBody(request: IncomingMessage, { body }: ArrivalLimits): void {
  const hasBody = 'transfer-encoding' in request.headers || Number(request.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  replaceTimer(
    request,
    setTimeout(() => request.socket.destroy(), body),
  );
  finished(request, () => clearTimeout(timers.get(request)));
}

/** Lets an upload take longer while something of it comes. Only for who is signed in: others could keep connections open. */
export function allowSlowUpload(request: IncomingMessage, { idleUpload }: ArrivalLimits): void {
  if (!timers.has(request)) return;
  let seen = request.socket.bytesRead;
  const look = (): void => {
    if (request.socket.bytesRead === seen) request.socket.destroy();
    seen = request.socket.bytesRead;
  };
  replaceTimer(request, setInterval(look, idleUpload));
}

function replaceTimer(request: IncomingMessage, timer: NodeJS.Timeout): void {
  clearTimeout(timers.get(request));
  timers.set(request, timer.unref());
}
