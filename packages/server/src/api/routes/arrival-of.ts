import type { FastifyRequest } from 'fastify';
import { clientLabel } from '../../access/client-label.ts';
import type { Newcomer } from '../../access/sessions.ts';

/** The origin of a request, stored with the session that it starts. */
export const arrivalOf = ({ ip, headers }: FastifyRequest): Omit<Newcomer, 'userId'> => ({
  ip,
  client: clientLabel(headers['user-agent'] ?? ''),
});
