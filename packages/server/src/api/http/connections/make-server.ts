import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type ArrivalLimits, limitBody } from './arrival.ts';
import { limitConnections } from './limit-connections.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Writes the response if it is ready in memory. Returns false to leave the request to the routes. */
export type AnswerReady = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Longer than proxies keep connections: were we to close one first, a request on its way would be lost. */
const keepAliveMilliseconds = 72_000;

/** A server with our limits: Fastify does not set those of a server that it did not make. */
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
