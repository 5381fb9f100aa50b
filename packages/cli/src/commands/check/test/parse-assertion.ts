import { type Assertion, assertionSources, comparesOf } from '@upvigil/core/check-options/assertions';
import { UsageError } from '../../../failures.ts';

/**
 * An assertion as it is typed: 'body contains Welcome', 'json $.status equals ok'. Whether its parts fit together is said by
 * the server, which knows the languages of patterns and paths.
 * @throws UsageError when it has no source, or no compare of that source
 */
export function parseAssertion(text: string): Assertion {
  const [, first = '', rest = ''] = /^\s*(\S+)(.*)$/s.exec(text) ?? [];
  const source = assertionSources.find((each) => each === first.toLowerCase());
  if (source === undefined) {
    throw new UsageError(
      `--assert must begin with one of ${assertionSources.join(', ')}, as 'body contains Welcome', but it is "${text}"`,
    );
  }
  const compares: readonly Assertion['compare'][] = comparesOf[source];
  // The first word that is a compare of this source is it: a value may have any words after.
  const parts = new RegExp(`^(?:\\s+(.*?))??\\s+(${compares.join('|')})(?:\\s(.*))?$`, 's').exec(rest);
  const compare = compares.find((each) => each === parts?.[2]);
  if (compare === undefined) {
    throw new UsageError(`--assert of ${source} must compare by one of ${compares.join(', ')}, but it is "${text}"`);
  }
  return { source, property: parts?.[1]?.trim() ?? '', compare, value: parts?.[3] ?? '' };
}
