import { defaultRequest } from '@upvigil/core/contract/check-options/default-options';
import { mergeRequest } from '@upvigil/core/contract/check-options/request';
import { secretsOf } from '@upvigil/core/contract/check-options/request-secrets';
import { storedText } from '@upvigil/core/contract/check-options/stored-options';
import { urlKind } from '@upvigil/core/contract/monitor-kinds/url';
import { type UrlTestResult, unansweredTest, type urlTestInput } from '@upvigil/core/contract/urls';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { testFaultSentence } from '@upvigil/core/texts/faults';
import type { z } from 'zod';
import type { ProbeOutcome, ProbeTarget } from '../../base/domain/check.ts';
import { wirePhases } from '../../base/domain/phases.ts';
import { isSealed } from '../../base/sealed-text.ts';
import { requireMonitor } from '../../checks/monitors/monitor-store.ts';
import { changedUrl, opened } from './changed-url.ts';
import { type UrlStoreDeps, urlSettings } from './urls-store.ts';

/**
 * Request options of a test. A mask stands for the stored secret of `url_id`, with the rule of an edit: no secret
 * goes to a new host.
 * @throws RequestError `invalid`, naming each invalid field; `notFound` when there is no URL with this id
 */
export async function testedUrl(
  { db, secrets }: UrlStoreDeps,
  { url_id, ...input }: z.output<typeof urlTestInput>,
): Promise<{ target: ProbeTarget; timeout: number }> {
  const change = { ...input, request: mergeRequest(defaultRequest, input.request) };
  const row = url_id === undefined ? { id: 0, secrets: null } : (await requireMonitor(db, 'url', url_id)).monitor;
  const nothingStored = { ...input, url: new URL(input.url).origin, request: defaultRequest };
  const before = 'target' in row ? urlSettings(row) : nothingStored;
  const page = await changedUrl(before, change, row, secrets.opener);
  const { request, isOpen } = await opened(page.request, row, secrets.opener);
  const { url, metadata_tag, metadata_value, check_mode, assertions, ip_family, cert_alerts, timeout } = page;
  const url_options = { request, assertions, ip_family, cert_alerts };
  const hasMissing = !isOpen && secretsOf(request).some(({ text }) => isSealed(text));
  const target = urlKind.probeTarget({
    url,
    metadata_tag,
    metadata_value,
    check_mode,
    ...(storedText(url_options) === null ? {} : { url_options }),
    secrets_missing: hasMissing,
  });
  return { target, timeout };
}

/** A failed test is a normal response, not an error. */
export function testAnswer(outcome: ProbeOutcome): UrlTestResult {
  if (outcome.outcome === 'fault') return unansweredTest(testFaultSentence(outcome.message));
  const { status_code, response_time_us, phases_us } = outcome;
  const response_time = response_time_us === null ? null : response_time_us / 1e6;
  const isUp = outcome.outcome === 'up';
  const answered = status_code === null ? 'Answered' : `HTTP ${status_code}, answered`;
  return {
    success: isUp,
    message: isUp ? `${answered} in ${formatResponseTime('URL', response_time)}` : outcome.reason,
    status_code,
    response_time,
    phases: wirePhases(phases_us ?? null),
    assertions: outcome.evaluated ?? [],
    tls_failed: outcome.outcome === 'down' && outcome.tls_failed === true,
    page: outcome.page ?? null,
  };
}
