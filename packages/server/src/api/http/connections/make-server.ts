import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type ArrivalLimits, limitBody } from './arrival.ts';
import { limitConnections } from './limit-connections.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Writes a response that is ready in memory. False: pass the request to the routes. */
export type AnswerReady = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Longer than the keep-alive of common proxies: closing first would lose a request on its way. */
const keepAliveMilliseconds = 72_000;

/** A server with our limits, which Fastify does not apply to a server that it did not create. */
export const makeServer =
  (answerReady: AnswerReady, limits: ArrivalLimits) =>
  (handler: Handler): Server => {
    const server = createServer({ connectionsCheckingInterval: limits.look }, (request, response) => {
      limitBody(request, limits);
      if (!answerReady(request, response)) handler(request, response);
    });
    limitConnections(server);
    server.keepAliveTimeout = keepAliveMilliseconds;
    server.headersTimeout = limits.head;
    server.requestTimeout = limits.request;
    return server;
  };
