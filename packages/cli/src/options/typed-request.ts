import { type Assertion, assertionSources, comparesOf } from '@upvigil/core/contract/check-options/assertions';
import { defaultRequest } from '@upvigil/core/contract/check-options/default-options';
import type { RequestHeader, RequestOptions } from '@upvigil/core/contract/check-options/request';
import { methodsWithoutBody } from '@upvigil/core/contract/check-options/request-names';
import type { OptionField } from '@upvigil/core/contract/monitor-kinds/option-fields';
import { kindOptions } from '@upvigil/core/contract/monitor-kinds/registry';
import type { NetworkMonitor } from '@upvigil/core/contract/network-monitors';
import { isSecretName } from '@upvigil/core/contract/secrets/secret-names';
import type { Context } from '../context.ts';
import { UsageError } from '../failures.ts';
import { type Fields, filePathsOf } from './fields.ts';
import { kindOptionFields } from './kind-options.ts';
import { readTexts } from './read-texts.ts';

type Body = Pick<RequestOptions, 'method' | 'body_type' | 'body' | 'body_secret'>;

interface TypedBody {
  method: Body['method'] | null;
  body: string | null;
  bodyType: Body['body_type'] | null;
}

/**
 * The changed fields of a request. A body without a method is sent by POST. A method without a body removes the stored
 * body.
 */
export function changedBody(base: RequestOptions, { method, body: text, bodyType }: TypedBody): Partial<Body> {
  const type = bodyType === null ? {} : { body_type: bodyType };
  if (text !== null) {
    const isBodyless = methodsWithoutBody.includes(base.method);
    return {
      method: method ?? (isBodyless ? 'POST' : base.method),
      body_type: isJson(text) ? 'json' : 'text',
      body: text,
      body_secret: false,
      ...type,
    };
  }
  if (method === null) return type;
  const { body_type, body: none, body_secret } = defaultRequest;
  return { method, ...(methodsWithoutBody.includes(method) ? { body_type, body: none, body_secret } : {}), ...type };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** One header a line: 'Name: value'. @throws UsageError for a line without a name */
export function parseHeaders(text: string): RequestHeader[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, name = '', value = ''] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    // The line may hold a secret, so the message does not repeat it.
    if (name === '') throw new UsageError("--header must be 'Name: value', but it has no name before a colon");
    return { name, value, secret: isSecretName(name) };
  });
}

/** Replaces headers of the same name. */
export function withHeaders(before: readonly RequestHeader[], given: readonly RequestHeader[]): RequestHeader[] {
  const names = new Set(given.map(({ name }) => name.toLowerCase()));
  return [...before.filter(({ name }) => !names.has(name.toLowerCase())), ...given];
}

/**
 * Parses an assertion such as 'body contains Welcome' or 'json $.status equals ok'. The server checks patterns and
 * paths.
 * @throws UsageError for an unknown source, or a compare that the source does not have
 */
export function parseAssertion(text: string): Assertion {
  const [, first = '', rest = ''] = /^\s*(\S+)(.*)$/s.exec(text) ?? [];
  const source = assertionSources.find((each) => each === first.toLowerCase());
  if (source === undefined) {
    throw new UsageError(
      `--assert must start with one of ${assertionSources.join(', ')}, such as 'body contains Welcome', but it is "${text}"`,
    );
  }
  const compares: readonly Assertion['compare'][] = comparesOf[source];
  // The path ends at the first word that is a comparison of this source. The value may contain any words.
  const parts = new RegExp(`^(?:\\s+(.*?))??\\s+(${compares.join('|')})(?:\\s(.*))?$`, 's').exec(rest);
  const compare = compares.find((each) => each === parts?.[2]);
  if (compare === undefined) {
    throw new UsageError(
      `--assert with the source ${source} must have one of the compares ${compares.join(', ')}, but it is "${text}"`,
    );
  }
  return { source, property: parts?.[1]?.trim() ?? '', compare, value: parts?.[3] ?? '' };
}

/** The parts of a URL that typed fields add to. */
interface Base {
  request: RequestOptions;
  assertions: readonly Assertion[];
}

/**
 * The given fields of a URL as the API takes them: files are read, headers and assertions are parsed and added to those
 * of the base. @throws UsageError, file system errors
 */
export async function readUrlFields(
  given: Fields,
  filePaths: readonly string[],
  base: Base,
  { terminal, signal }: Pick<Context, 'terminal' | 'signal'>,
): Promise<Fields> {
  const { fields, read } = await withFiles(given, filePaths, { terminal, signal });
  addList(fields, 'request.headers', base.request.headers, (before, text) =>
    withHeaders(before, parseHeaders(read(text))),
  );
  addList(fields, 'assertions', base.assertions, (before, text) => [...before, parseAssertion(text)]);
  setDefaults(fields, base.request);
  return fields;
}

/** The given fields with the content of files. `read`: the text of a typed entry of a list. @throws file system errors */
async function withFiles(
  given: Fields,
  filePaths: readonly string[],
  { terminal, signal }: Pick<Context, 'terminal' | 'signal'>,
): Promise<{ fields: Map<string, unknown>; read: (typed: string) => string }> {
  const typed = filePaths.flatMap((path) => (given.has(path) ? ([given.get(path)].flat() as string[]) : []));
  const read = await readTexts(typed, terminal.streams.stdin, signal);
  const fields = new Map(given);
  for (const path of filePaths) {
    const text = given.get(path);
    if (typeof text !== 'string') continue;
    // The line end of a file is no part of a password.
    fields.set(path, /(password|token)$/.test(path) ? read(text).replace(/\r?\n$/, '') : read(text));
  }
  return { fields, read };
}

/** Adds typed entries to a list. An empty text empties the list first. */
function addList<Entry>(
  fields: Map<string, unknown>,
  path: string,
  before: readonly Entry[],
  add: (before: readonly Entry[], text: string) => readonly Entry[],
): void {
  const typed = fields.get(path) as readonly string[] | undefined;
  if (typed === undefined) return;
  fields.set(
    path,
    typed.reduce<readonly Entry[]>((list, text) => (text === '' ? [] : add(list, text)), before),
  );
}

/** Fields that follow from others, unless they are given too. */
function setDefaults(fields: Map<string, unknown>, base: RequestOptions): void {
  const given = (name: string) => (fields.get(`request.${name}`) ?? null) as string | null;
  const body = given('body');
  const follow: Record<string, unknown> =
    body === ''
      ? { body_type: 'none' }
      : changedBody(base, {
          method: given('method') as Body['method'] | null,
          body,
          bodyType: given('body_type') as Body['body_type'] | null,
        });
  if (given('auth.token')) follow['auth.type'] = 'bearer';
  if (given('auth.username') ?? given('auth.password')) follow['auth.type'] = 'basic';
  for (const [name, value] of Object.entries(follow)) {
    const path = `request.${name}`;
    if (!fields.has(path)) fields.set(path, value);
  }
}

const filesOfOptions = filePathsOf(kindOptionFields);

/**
 * The given fields of a network monitor as the API takes them: files are read, an emptied option gets its default, and
 * headers are added to those of the monitor. @throws UsageError, file system errors
 */
export async function readOptionFields(
  given: Fields,
  { options }: Pick<NetworkMonitor, 'options'>,
  context: Pick<Context, 'terminal' | 'signal'>,
): Promise<Fields> {
  const { fields, read } = await withFiles(given, filesOfOptions, context);
  const stored: Readonly<Record<string, unknown>> = options ?? {};
  for (const [name, field] of Object.entries<OptionField>(kindOptions)) {
    const path = `options.${name}`;
    if (field.kind === 'headers') {
      const headers = (stored[name] ?? []) as readonly RequestHeader[];
      addList(fields, path, headers, (before, text) => withHeaders(before, parseHeaders(read(text))));
    } else if (field.kind === 'lines') addList<string>(fields, path, [], (before, text) => [...before, text]);
    else if (fields.get(path) === '') fields.set(path, null);
  }
  return fields;
}
