import type { ApiClient } from '@upvigil/core/client/api-client';
import { defaultUrlOptions } from '@upvigil/core/contract/check-options/default-options';
import type { RequestOptions } from '@upvigil/core/contract/check-options/request';
import type { bodyTypes, requestMethods } from '@upvigil/core/contract/check-options/request-names';
import { phaseNames } from '@upvigil/core/contract/names/states';
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
import { type ReadText, readTexts } from '../options/read-texts.ts';
import type { Ref } from '../options/refs.ts';
import { changedBody, parseAssertion, parseHeaders, withHeaders } from '../options/typed-request.ts';
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
    ...changedBody(base, { ...options, body: options.body === null ? null : read(options.body) }),
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
