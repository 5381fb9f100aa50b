import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type ArrivalLimits, limitBody } from './arrival.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Answers what is ready in memory; false leaves it to the routes. */
export type AnswerReady = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Longer than proxies keep connections: whoever opened it closes it first, and not while a request is on its way. */
const keepAliveMilliseconds = 72_000;

/** Fastify leaves the limits of a server that it did not make to its maker. */
export const makeServer =
  (answerReady: AnswerReady, limits: ArrivalLimits) =>
  (handler: Handler): Server => {
    const server = createServer({ connectionsCheckingInterval: limits.look }, (request, response) => {
      limitBody(request, limits);
      if (!answerReady(request, response)) handler(request, response);
    });
    server.keepAliveTimeout = keepAliveMilliseconds;
    server.headersTimeout = limits.head;
    server.requestTimeout = limits.request;
    return server;
  };
