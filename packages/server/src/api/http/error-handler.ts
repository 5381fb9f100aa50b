import { type ErrorBody, type ErrorKind, errorKinds, RequestError } from '@upvigil/core/contract/errors';
import { requestMessages, troubleMessages } from '@upvigil/core/texts/messages';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../../storage/database-away.ts';
import { diskTroubleOf } from '../../storage/disk-trouble.ts';

/** Our messages for errors of Fastify and its plugins, by HTTP status. */
const refusals: Record<number, { kind: ErrorKind; detail: string }> = {
  400: { kind: 'malformed', detail: 'The body is not valid JSON' },
  404: { kind: 'notFound', detail: 'Not found' },
  406: { kind: 'wrongType', detail: 'The body must be multipart/form-data with one field named file' },
  413: { kind: 'tooLarge', detail: 'The body is too large' },
  414: { kind: 'malformed', detail: 'The path is too long' },
  415: { kind: 'wrongType', detail: requestMessages.notJson },
};

/**
 * Sends a refusal's status and message. Any other error is a bug: it is logged in full, and the response has no
 * details.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = error instanceof RequestError ? error : refusalOf(error);
  if (refused?.kind === 'unavailable' && refused !== error)
    request.log.warn({ err: error }, 'request refused: temporarily unavailable');
  if (typeof refused?.facts.retry_after === 'number') reply.header('retry-after', refused.facts.retry_after);
  if (refused) return reply.code(errorKinds[refused.kind].status).send(errorBody(refused));
  request.log.error({ err: error }, 'request failed');
  const detail = `The server failed to answer; its log has the reason under request ${request.id}`;
  return reply.code(errorKinds.internal.status).send({ detail } satisfies ErrorBody);
}

const errorBody = ({ message, errors, facts }: RequestError): ErrorBody => ({
  detail: message,
  ...(errors ? { errors } : {}),
  ...facts,
});

function refusalOf(error: unknown): RequestError | null {
  const diskTrouble = diskTroubleOf(error);
  if (diskTrouble !== null) return new RequestError('unavailable', diskTrouble);
  if (isDatabaseAway(error)) return new RequestError('unavailable', troubleMessages.databaseAway);
  const { statusCode } = error as Partial<FastifyError>;
  const refusal = refusals[statusCode ?? 500];
  return refusal ? new RequestError(refusal.kind, refusal.detail) : null;
}
