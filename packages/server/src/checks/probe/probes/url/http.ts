import { type HttpAddressProblem, parseHttpAddress } from '@upvigil/core/contract/fields/http-address';
import { inputMessages } from '@upvigil/core/contract/fields/input-messages';
import { withoutSecretParameters } from '@upvigil/core/contract/secrets/secret-names';
import { limits } from '@upvigil/core/limits';
import type { ProbeOutcome, TargetOf } from '../../../../base/domain/check.ts';
import { measuredPhases } from '../../../../base/domain/phases.ts';
import { type Evaluate, evaluateAnswer } from '../../assertions/evaluate-answer.ts';
import { elapsedMicroseconds } from '../../elapsed.ts';
import { down, nothingMeasured, outcomeOfError } from '../../failure-text.ts';
import { secretsRemover } from '../../tracing/remove-secrets.ts';
import type { Probe, ProbeContext } from '../probe.ts';
import { statusProblem } from './accepted-status.ts';
import { fetchHop, type Hop } from './hop.ts';
import { redirectTexts } from './redirects.ts';
import { createSender } from './sender.ts';

/** Sends the request, follows redirects, and reads the page to its end. Each hop has its own connection. */
export const probeHttp: Probe<'URL'> = async (target, context) => {
  const started = context.clock.monotonic();
  const request = target.url_options?.request;
  const sender = createSender(request);
  const most = request?.max_redirects ?? limits.redirects;
  try {
    let location = target.url;
    let from: URL | undefined;
    let redirectedBy: number | null = null;
    for (let redirects = 0; redirects <= most; redirects += 1) {
      const { url, problem } = parseHttpAddress(location, from);
      if (problem) return down(from ? redirectText(problem, location, target) : inputMessages.httpUrl[problem]('URL'));
      const sending = sender.to(url, redirectedBy);
      if (!sending) return down(`redirected with its body to another origin, ${url.origin}: it is not sent there`);
      const hop = await fetchHop(url, sending, target, context);
      if (hop.redirect === null) {
        return await finalOutcome(hop, elapsedMicroseconds(context.clock, started), target, context);
      }
      sender.takeCookies(hop.cookies, url);
      location = hop.redirect;
      from = url;
      redirectedBy = hop.status;
    }
    return down(`redirected more than ${most} times`);
  } catch (error) {
    return outcomeOfError(error);
  }
};

/** Removes secrets, because a target may echo them in the address. */
const redirectText = (problem: HttpAddressProblem, location: string, { url, url_options }: TargetOf<'URL'>): string =>
  secretsRemover({ request: url_options?.request, addresses: [url] })(
    redirectTexts[problem](withoutSecretParameters(location)),
  );

async function finalOutcome(
  { status, metadata_found, answer }: Hop,
  response_time_us: number,
  target: TargetOf<'URL'>,
  { evaluator, endDeadline, trace }: ProbeContext,
): Promise<ProbeOutcome> {
  const { url_options } = target;
  const measured = { response_time_us, status_code: status, metadata_found };
  const problem = statusProblem(status, url_options?.request);
  if (problem !== null) return down(problem, measured);
  if (answer === null) return { outcome: 'up', ...nothingMeasured, ...measured };
  endDeadline();
  const removeSecrets = secretsRemover({ request: url_options?.request, addresses: [target.url] });
  const times = { total: response_time_us, ...measuredPhases(trace.phases) };
  const evaluate: Evaluate = (assertions, given) => evaluator.evaluate(assertions, given, target);
  return evaluateAnswer(url_options?.assertions ?? [], answer, times, evaluate, measured, removeSecrets);
}
