import type { FastifyRequest } from 'fastify';
import { clientLabel } from '../../access/client-label.ts';
import type { Newcomer } from '../../access/sessions.ts';

/** Where a request comes from, as the session that it begins says. */
export const arrivalOf = ({ ip, headers }: FastifyRequest): Omit<Newcomer, 'userId'> => ({
  ip,
  client: clientLabel(headers['user-agent'] ?? ''),
});
