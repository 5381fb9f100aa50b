import type { UrlTestResult } from '@upvigil/core/contract/urls';
import type { FakeApi } from '@upvigil/core/testing/fake-api';

/** Result of a test that was not answered, with changes. */
export const testResult = (changes: Partial<UrlTestResult>): UrlTestResult => ({
  success: false,
  message: '',
  status_code: null,
  response_time: null,
  phases: null,
  assertions: [],
  tls_failed: false,
  page: null,
  ...changes,
});

/** Sets what the server's test of an address finds, by its scheme. */
export function answerTrials(fake: FakeApi, results: { https: UrlTestResult; http: UrlTestResult }): void {
  fake.intercept('urls.test', () => {
    const body = fake.requestsOf('urls.test').at(-1)?.body as { url: string } | undefined;
    return Response.json(body?.url.startsWith('https:') ? results.https : results.http);
  });
}
