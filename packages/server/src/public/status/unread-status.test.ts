import fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerError } from '../../api/http/error-handler.ts';
import { readWebApp } from '../../api/http/web-app.ts';
import { publicDocumentRoutes } from './public-routes.ts';
import type { PublicSnapshot } from './snapshot.ts';

it.each(['/status', '/status/1', '/history.atom', '/badge/1/status.svg'])(
  '%s answers 503 until the status was read after a start',
  async (url) => {
    const app = fastify();
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    const snapshot = {
      find: () => null,
      isRead: () => false,
      language: () => ({ setting: 'en', language: 'en' }),
    } as Partial<PublicSnapshot> as PublicSnapshot;
    publicDocumentRoutes(app, snapshot, readWebApp('/nowhere'));
    const { statusCode, body } = await app.inject({ url });
    expect([statusCode, JSON.parse(body)]).toEqual([
      503,
      { detail: 'The status is being read: try again in a second' },
    ]);
  },
);
