import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { notAsExpected } from '@upvigil/core/languages/public-causes';
import { assertionSentence, type Finding, failureSentence, joinFailures } from '@upvigil/core/texts/assertions';
import type { EvaluatedAssertion, Measurement, ProbeOutcome } from '../../../base/domain/check.ts';
import { nothingMeasured } from '../failure-text.ts';
import { fault } from '../faults.ts';
import type { RemoveSecrets } from '../tracing/remove-secrets.ts';
import { evaluateQuick, isQuick, notEvaluated } from './evaluate-quick.ts';
import type { AnswerTimes, EvaluatedAnswer } from './evaluated-answer.ts';
import type { Evaluation } from './evaluator.ts';

export type Evaluate = (assertions: readonly Assertion[], answer: EvaluatedAnswer) => Promise<Evaluation>;

/**
 * Evaluates the assertions of an accepted response: up, down with each failed assertion, or a fault if the evaluation
 * was impossible. Findings contain none of the request's secrets. Takes ownership of the response's bytes.
 */
export async function evaluateAnswer(
  assertions: readonly Assertion[],
  answer: EvaluatedAnswer,
  times: AnswerTimes,
  evaluate: Evaluate,
  measured: Partial<Measurement>,
  removeSecrets: RemoveSecrets = (text) => text,
): Promise<ProbeOutcome> {
  const findings = new Map<Assertion, Finding>();
  const others: Assertion[] = [];
  for (const assertion of assertions) {
    if (isQuick(assertion, answer)) findings.set(assertion, evaluateQuick(assertion, answer, times));
    else others.push(assertion);
  }
  if (others.length > 0) {
    const evaluated = await evaluate(others, answer);
    if ('fault' in evaluated) {
      return fault('assertion', `${evaluated.fault}: ${joinFailures(others.map(assertionSentence))}`);
    }
    for (const [at, assertion] of others.entries()) {
      const finding = 'excess' in evaluated ? notEvaluated(evaluated.excess) : evaluated.findings[at];
      if (finding) findings.set(assertion, finding);
    }
  }
  const found = [...findings].map(
    ([assertion, finding]): Found => [assertion, { ...finding, actual: removeSecrets(finding.actual) }],
  );
  return outcomeOf(found, assertions, measured);
}

type Found = readonly [assertion: Assertion, finding: Finding];

/** A page that only violates its search rules is up; the finding becomes a remark. */
function outcomeOf(found: readonly Found[], order: readonly Assertion[], measured: Partial<Measurement>): ProbeOutcome {
  const inOrder = [...found].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const evaluated = inOrder.map(([assertion, { ok, actual }]): EvaluatedAssertion => ({ ...assertion, ok, actual }));
  const failed = inOrder.filter(([, { ok }]) => !ok);
  const sentences = (isAboutSearch: boolean): string[] =>
    failed.filter(([{ source }]) => (source === 'html') === isAboutSearch).map((one) => failureSentence(...one));
  const failures = sentences(false);
  if (failures.length > 0) {
    const reason = joinFailures(failures);
    return { outcome: 'down', reason, public_reason: notAsExpected, evaluated, ...nothingMeasured, ...measured };
  }
  const remarks = sentences(true);
  const remark = remarks.length === 0 ? null : joinFailures(remarks);
  return { outcome: 'up', ...nothingMeasured, ...measured, remark, evaluated };
}
