import { type UrlTestResult, unansweredTest } from '@upvigil/core/contract/urls';
import type { FakeApi } from '@upvigil/core/testing/fake-api';

/** Result of a test that was not answered, with changes. */
export const testResult = (changes: Partial<UrlTestResult>): UrlTestResult => ({ ...unansweredTest(''), ...changes });

/** Sets the results of tests of addresses, by scheme. */
export function answerTrials(fake: FakeApi, results: { https: UrlTestResult; http: UrlTestResult }): void {
  fake.intercept('urls.test', () => {
    const body = fake.requestsOf('urls.test').at(-1)?.body as { url: string } | undefined;
    return Response.json(body?.url.startsWith('https:') ? results.https : results.http);
  });
}
