import type { ApiClient } from '@upvigil/core/api-client';
import { defaultUrlOptions } from '@upvigil/core/check-options/default-options';
import type { UrlMonitor, UrlTestResult } from '@upvigil/core/contract/urls';
import { defaults } from '@upvigil/core/defaults';
import type { Context } from '../../../context.ts';
import type { PluginExitCode } from '../../../exit-codes.ts';
import { readTexts } from '../../../options/read-texts.ts';
import { askedRequest, type TestOptions } from './asked-request.ts';
import { parseAssertion } from './parse-assertion.ts';
import { showTest } from './show-test.ts';

/** What is asked where nothing else is said. */
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

/** Has the server send a request once, and shows how it judged the answer. */
export async function testUrl(
  context: Context,
  tested: { id: number } | { address: string },
  options: TestOptions,
): Promise<PluginExitCode> {
  const asserts = options.asserts.map(parseAssertion);
  const { body, headers } = options;
  const { streams } = context.terminal;
  const read = await readTexts([...headers, ...(body === null ? [] : [body])], streams.stdin, context.signal);
  const { api } = await context.connect('admin', { asIs: true });
  const page = 'id' in tested ? await api.urls.get({ params: { urlId: tested.id } }) : plainPage(tested.address);
  const asked = {
    ...pageOf(page),
    request: askedRequest(page.request, options, read),
    assertions: [...page.assertions, ...asserts],
    ...(options.ipFamily === null ? {} : { ip_family: options.ipFamily }),
    ...('id' in tested ? { url_id: tested.id } : {}),
  };
  return showTest(context, page, await sendTest(api, asked));
}

const sendTest = (api: ApiClient, body: Page & { url_id?: number }): Promise<UrlTestResult> => api.urls.test({ body });

const plainPage = (url: string): Page => ({
  ...defaults.url,
  ...defaultUrlOptions,
  ...{ url, metadata_tag: null, metadata_value: null },
});

function pageOf(page: Page): Page {
  const { url, metadata_tag, metadata_value, timeout, response_time_threshold, check_mode } = page;
  const { request, assertions, ip_family, cert_alerts } = page;
  return {
    ...{ url, metadata_tag, metadata_value, timeout, response_time_threshold, check_mode },
    ...{ request, assertions, ip_family, cert_alerts },
  };
}
