import type { ApiClient } from '@upvigil/core/client/api-client';
import { type Assertion, assertionSources, comparesOf } from '@upvigil/core/contract/check-options/assertions';
import { defaultRequest, defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { RequestHeader, RequestOptions } from '@upvigil/core/contract/check-options/request';
import {
  type bodyTypes,
  methodsWithoutBody,
  type requestMethods,
} from '@upvigil/core/contract/check-options/request-names';
import { phaseNames } from '@upvigil/core/contract/names/states';
import { isSecretName } from '@upvigil/core/contract/secrets/secret-names';
import { withoutCredentials } from '@upvigil/core/contract/secrets/without-credentials';
import type { UrlMonitor, UrlTestResult } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import { phaseText } from '@upvigil/core/format/evidence-lines';
import { stripControls } from '@upvigil/core/format/foreign-text';
import { isSlowCheck } from '@upvigil/core/status/url-state';
import { assertionSentence } from '@upvigil/core/texts/assertions';
import { isTestFault } from '@upvigil/core/texts/faults';
import { cleanText } from '../client/clean-client.ts';
import { urlId } from '../client/find-target.ts';
import type { Context } from '../context.ts';
import { type PluginExitCode, pluginExitCodes } from '../exit-codes.ts';
import { UsageError } from '../failures.ts';
import { type ReadText, readTexts } from '../options/read-texts.ts';
import type { Ref } from '../options/refs.ts';
import { wrapWords } from '../output/break-text.ts';
import { toJson } from '../output/json.ts';
import { line } from '../output/paint.ts';
import { renderPipe } from '../output/pipe.ts';
import type { PerformanceFigure } from '../output/plugin-line.ts';
import { showSummary } from '../output/show-summary.ts';
import { type Column, renderTable } from '../output/table.ts';

type Page = Pick<
  UrlMonitor,
  | 'url'
  | 'metadata_tag'
  | 'metadata_value'
  | 'timeout'
  | 'response_time_threshold'
  | 'check_mode'
  | keyof typeof defaultUrlOptions
>;

export async function testUrl(
  context: Context,
  tested: { ref: Ref } | { address: string },
  options: TestOptions,
): Promise<PluginExitCode> {
  const asserts = options.asserts.map(parseAssertion);
  const { body, headers } = options;
  const { streams } = context.terminal;
  const read = await readTexts([...headers, ...(body === null ? [] : [body])], streams.stdin, context.signal);
  const { api } = await context.connect('admin', { keepsControls: true });
  const id = 'ref' in tested ? await urlId(api, tested.ref) : null;
  const page = 'ref' in tested ? await api.urls.get({ params: { urlId: id ?? 0 } }) : plainPage(tested.address);
  const asked = {
    ...pageOf(page),
    request: buildTestRequest(page.request, options, read),
    assertions: [...page.assertions, ...asserts],
    ...(options.ipFamily === null ? {} : { ip_family: options.ipFamily }),
    ...(id === null ? {} : { url_id: id }),
  };
  return showTest(context, page, await sendTest(api, asked));
}

const sendTest = (api: ApiClient, body: Page & { url_id?: number }): Promise<UrlTestResult> => api.urls.test({ body });

const plainPage = (url: string): Page => ({
  ...defaults.url,
  ...defaultUrlOptions,
  url,
  metadata_tag: null,
  metadata_value: null,
});

function pageOf(page: Page): Page {
  const { url, metadata_tag, metadata_value, timeout, response_time_threshold, check_mode } = page;
  const { request, assertions, ip_family, cert_alerts } = page;
  return {
    url,
    metadata_tag,
    metadata_value,
    timeout,
    response_time_threshold,
    check_mode,
    request,
    assertions,
    ip_family,
    cert_alerts,
  };
}

/** The request options as typed; null, false or empty if not given. */
export interface TestOptions {
  method: (typeof requestMethods)[number] | null;
  headers: readonly string[];
  body: string | null;
  bodyType: (typeof bodyTypes)[number] | null;
  accept: string | null;
  asserts: readonly string[];
  redirects: number | null;
  ipFamily: '4' | '6' | null;
  proxy: string | null;
  insecure: boolean;
}

/** The stored request with the options of this test. @throws UsageError for an invalid header */
function buildTestRequest(base: RequestOptions, options: TestOptions, read: ReadText): RequestOptions {
  const { accept, redirects, proxy, insecure } = options;
  return {
    ...base,
    ...buildTestBody(base, options, read),
    headers: withHeaders(
      base.headers,
      options.headers.flatMap((typed) => parseHeaders(read(typed))),
    ),
    ...(accept === null ? {} : { accepted_status: accept }),
    ...(redirects === null ? {} : { max_redirects: redirects }),
    ...(proxy === null ? {} : { proxy }),
    ...(insecure ? { tls_verify: false } : {}),
  };
}

type Body = Pick<RequestOptions, 'method' | 'body_type' | 'body' | 'body_secret'>;

/** A body without a method is sent by POST. A method without a body removes the stored body. */
function buildTestBody(base: RequestOptions, { method, body, bodyType }: TestOptions, read: ReadText): Partial<Body> {
  const type = bodyType === null ? {} : { body_type: bodyType };
  if (body !== null) {
    const text = read(body);
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

function parseHeaders(text: string): RequestHeader[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, name = '', value = ''] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    // The line may hold a secret, so the message does not repeat it.
    if (name === '') throw new UsageError("--header must be 'Name: value', but it has no name before a colon");
    return { name, value, secret: isSecretName(name) };
  });
}

function withHeaders(before: readonly RequestHeader[], given: readonly RequestHeader[]): RequestHeader[] {
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
  // The first word that is a compare of this source ends the path: any words may follow in the value.
  const parts = new RegExp(`^(?:\\s+(.*?))??\\s+(${compares.join('|')})(?:\\s(.*))?$`, 's').exec(rest);
  const compare = compares.find((each) => each === parts?.[2]);
  if (compare === undefined) {
    throw new UsageError(
      `--assert with the source ${source} must have one of the compares ${compares.join(', ')}, but it is "${text}"`,
    );
  }
  return { source, property: parts?.[1]?.trim() ?? '', compare, value: parts?.[3] ?? '' };
}

type AssertionResult = UrlTestResult['assertions'][number];

const columns: readonly Column<AssertionResult>[] = [
  { header: 'HOLDS', text: ({ ok }) => (ok ? 'yes' : 'no'), role: ({ ok }) => (ok ? 'good' : 'bad') },
  { header: 'ASSERTION', text: (result) => assertionSentence(result), shrinkTo: 24 },
  { header: 'FOUND', text: ({ actual }) => actual ?? '', shrinkTo: 10 },
];

type Tested = Pick<UrlMonitor, 'url' | 'response_time_threshold' | 'timeout'>;

function showTest(context: Context, tested: Tested, raw: UrlTestResult): PluginExitCode {
  const { terminal, form } = context;
  const code = codeOf(tested, raw);
  if (form === 'json') {
    terminal.print(toJson(raw));
    return code;
  }
  const answer = cleanText(raw) as UrlTestResult;
  const sentence = `${stripControls(withoutCredentials(tested.url))}: ${sentenceOf(tested, answer)}`;
  showSummary(context, code, sentence, figuresOf(tested, answer));
  if (form === 'pipe') {
    for (const row of renderPipe(columns, answer.assertions)) terminal.print(row);
    return code;
  }
  const width = terminal.width();
  if (answer.phases)
    terminal.printLines(wrapWords(`Phases: ${phaseText(answer.phases)}`, width).map((text) => line(text)));
  if (answer.assertions.length > 0) {
    terminal.printLines(renderTable(columns, answer.assertions, { width, glyphs: terminal.glyphs }));
  }
  return code;
}

function codeOf({ response_time_threshold }: Tested, { success, message, assertions, response_time }: UrlTestResult) {
  if (!success) return isTestFault(message) ? pluginExitCodes.unknown : pluginExitCodes.critical;
  const isSlow = isSlowCheck({ is_up: true, response_time }, response_time_threshold);
  // A missing search engine tag does not make a page down.
  return isSlow || assertions.some(({ ok }) => !ok) ? pluginExitCodes.warning : pluginExitCodes.ok;
}

/** The server's error, and what it leaves out: an unexpected status code, or a slow response. */
function sentenceOf({ response_time_threshold }: Tested, answer: UrlTestResult): string {
  const { success, message, status_code, response_time } = answer;
  if (success)
    return isSlowCheck({ is_up: true, response_time }, response_time_threshold) ? `${message}, SLOW` : message;
  return status_code === null || message.includes(String(status_code)) ? message : `HTTP ${status_code}, ${message}`;
}

const figuresOf = (
  { response_time_threshold, timeout }: Tested,
  { response_time, phases }: UrlTestResult,
): PerformanceFigure[] => [
  { label: 'time', value: response_time, unit: 's', warning: response_time_threshold, critical: timeout, min: 0 },
  ...phaseNames.map(
    (phase): PerformanceFigure => ({ label: phase, value: phases?.[phase] ?? null, unit: 's', min: 0 }),
  ),
];
