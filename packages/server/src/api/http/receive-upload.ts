import { RequestError } from '@upvigil/core/contract/errors';
import type { FastifyRequest } from 'fastify';

const fileField = 'file';
/** Limits for form fields other than the file, which are ignored. `fieldSize` in bytes. */
const ignoredFields = { fields: 100, fieldSize: 1024 } as const;
const tooManyParts = /^FST_(PARTS|FILES|FIELDS)_LIMIT$/;
/** Error code of a body that is not multipart; the error handler has its message. */
const notMultipart = 'FST_INVALID_MULTIPART_CONTENT_TYPE';

interface UploadRules {
  maxBytes: number;
  /** The message for a request without a file. */
  missing: string;
}

interface Upload {
  content: AsyncIterable<Buffer>;
  /** Whether the file exceeded `maxBytes`. Known after all content was read. */
  isCut(): boolean;
}

/**
 * The file of an upload as a stream. The app of `raw` must have @fastify/multipart.
 * @throws RequestError `invalid` when there is no file, `malformed` when the body is not valid, also while it is read
 */
export async function receiveUpload(raw: FastifyRequest, rules: UploadRules): Promise<Upload> {
  const limits = { ...ignoredFields, files: 1, fileSize: rules.maxBytes };
  const part = await raw.file({ limits }).catch((error: unknown) => {
    throw refusalOf(error, rules);
  });
  if (part?.fieldname === fileField && part.filename) {
    return { content: contentOf(part.file), isCut: () => part.file.truncated };
  }
  // An unread file would block the connection.
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
