import { optionSecrets } from '@upvigil/core/contract/monitor-kinds/option-secrets';
import { networkMonitorKinds } from '@upvigil/core/contract/monitor-kinds/registry';
import type { ProbeOutcome, ProbeTarget } from '../../../base/domain/check.ts';
import { textRemover } from '../tracing/remove-secrets.ts';

/** Removes the secrets of a network monitor's options from the reason of a failure, because a server may echo them. */
export function withoutOptionSecrets(target: ProbeTarget, outcome: ProbeOutcome): ProbeOutcome {
  if (outcome.outcome !== 'down' || target.kind === 'URL' || !('options' in target)) return outcome;
  const { options } = target;
  const secrets = optionSecrets(networkMonitorKinds[target.kind].options, options).map(({ text }) => text);
  const headers = 'headers' in options ? options.headers : [];
  return { ...outcome, reason: textRemover(secrets, headers)(outcome.reason) };
}
