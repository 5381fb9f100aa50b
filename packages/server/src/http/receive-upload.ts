import { RequestError } from '@upvigil/core/errors';
import type { FastifyRequest } from 'fastify';

const fileField = 'file';
/** Other fields beside the file are passed over; nobody sends more. */
const ignoredFields = { fields: 100, fieldSize: 1024 } as const;
const tooManyParts = /^FST_(PARTS|FILES|FIELDS)_LIMIT$/;
/** The body is none of an upload; answered by the table of refusals. */
const notMultipart = 'FST_INVALID_MULTIPART_CONTENT_TYPE';

export interface UploadRules {
  maxBytes: number;
  /** What to say when there is no file. */
  missing: string;
}

export interface Upload {
  content: AsyncIterable<Buffer>;
  /** True when there was more than may be; known once all content was read. */
  isCut(): boolean;
}

/** The file of an upload, while it comes. `raw` is of an app with @fastify/multipart. @throws RequestError, also from its content */
export async function receiveUpload(raw: FastifyRequest, rules: UploadRules): Promise<Upload> {
  const limits = { ...ignoredFields, files: 1, fileSize: rules.maxBytes };
  const part = await raw.file({ limits }).catch((error: unknown) => {
    throw refusalOf(error, rules);
  });
  if (part?.fieldname === fileField && part.filename) {
    return { content: contentOf(part.file), isCut: () => part.file.truncated };
  }
  // Unread, it would hold the connection up.
  part?.file.resume();
  throw missingFile(rules);
}

async function* contentOf(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw malformed(error);
  }
}

function refusalOf(error: unknown, rules: UploadRules): unknown {
  const { code = '' } = error as { code?: string };
  if (code === notMultipart) return error;
  return tooManyParts.test(code) ? missingFile(rules) : malformed(error);
}

const malformed = (cause: unknown): RequestError =>
  new RequestError('malformed', 'The upload is not valid multipart/form-data', { cause });

const missingFile = ({ missing }: UploadRules): RequestError =>
  new RequestError('invalid', missing, { errors: [{ field: fileField, message: missing }] });
