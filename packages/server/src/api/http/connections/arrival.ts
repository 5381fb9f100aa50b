import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { hourMs, secondMs } from '@upvigil/core/time';

/** Time limits of an incoming request, in milliseconds. */
export interface ArrivalLimits {
  /** Request line and headers. Also ends a connection that never sends anything. */
  head: number;
  /** A body other than an upload. */
  body: number;
  /** Longest pause of an upload. It may go on while data arrives: a backup is large, a connection may be slow. */
  idleUpload: number;
  /** A whole request of any kind. */
  request: number;
  /** Interval between two checks of the limits `head` and `request`. */
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

/** Closes the connection when the body is not complete in time. */
export function limitBody(request: IncomingMessage, { body }: ArrivalLimits): void {
  const hasBody = 'transfer-encoding' in request.headers || Number(request.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  replaceTimer(
    request,
    setTimeout(() => request.socket.destroy(), body),
  );
  finished(request, () => clearTimeout(timers.get(request)));
}

/** Extends the limit of an upload while data arrives. For signed-in callers only: others could keep connections open. */
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
