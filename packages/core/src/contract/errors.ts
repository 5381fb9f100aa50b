/**
 * Every kind of refused or failed request, with its HTTP status and the exit code of a command. Used by server, client
 * and CLI.
 */
export const errorKinds = {
  malformed: { status: 400, exitCode: 1 },
  unauthorized: { status: 401, exitCode: 1 },
  forbidden: { status: 403, exitCode: 1 },
  notFound: { status: 404, exitCode: 1 },
  conflict: { status: 409, exitCode: 1 },
  tooLarge: { status: 413, exitCode: 1 },
  wrongType: { status: 415, exitCode: 1 },
  noSuchPart: { status: 416, exitCode: 1 },
  invalid: { status: 422, exitCode: 1 },
  tooMany: { status: 429, exitCode: 1 },
  internal: { status: 500, exitCode: 1 },
  badGateway: { status: 502, exitCode: 1 },
  unavailable: { status: 503, exitCode: 1 },
} as const;
export type ErrorKind = keyof typeof errorKinds;

/** One refused field. */
export interface FieldError {
  field: string;
  message: string;
}

/** Machine-readable details of a few refusals: a challenge to answer, or the error code of a standard. */
type ErrorFacts = Readonly<Record<string, unknown>>;

/**
 * Body of every refused or failed request. `detail` is one sentence that a person can act on; a 422 adds the fields.
 */
export interface ErrorBody {
  detail: string;
  errors?: FieldError[];
  [fact: string]: unknown;
}

/** A refused request. Handlers throw it; one place maps it to an answer. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly kind: ErrorKind;
  readonly errors: FieldError[] | undefined;
  readonly facts: ErrorFacts;

  constructor(
    kind: ErrorKind,
    detail: string,
    options: ErrorOptions & { errors?: FieldError[]; facts?: ErrorFacts } = {},
  ) {
    super(detail, options);
    this.kind = kind;
    this.errors = options.errors;
    this.facts = options.facts ?? {};
  }
}

/** The answer to a refused or failed request. `status` is the HTTP status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's sentence; null without one (an answer of a proxy, say). Then `message` has the status. */
  readonly detail: string | null;
  readonly errors: FieldError[];
  /** Further members of the answer. */
  readonly facts: ErrorFacts;

  constructor(
    status: number,
    detail: string | null,
    options: ErrorOptions & { errors?: FieldError[]; facts?: ErrorFacts } = {},
  ) {
    super(detail ?? `The server answered HTTP ${status}`, options);
    this.status = status;
    this.detail = detail;
    this.errors = options.errors ?? [];
    this.facts = options.facts ?? {};
  }
}

/** No answer: the server is down, or something in between blocks the request. */
export class ServerUnreachableError extends Error {
  override readonly name = 'ServerUnreachableError';
}

/** The answer violates the contract: another program or another version answered. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}
