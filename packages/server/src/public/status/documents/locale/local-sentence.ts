import { localCause } from '@upvigil/core/languages/public-causes';
import type { PublicAlert } from '../../view/alert-incidents.ts';
import type { Locale } from './locale.ts';

/** The public sentence of an alert in a language. */
export function localSentence(
  { alert_type, facts }: Pick<PublicAlert, 'alert_type' | 'facts'>,
  locale: Locale,
): string {
  const { target, problem } = facts;
  const { documents, causes } = locale.texts;
  if (alert_type !== 'RECOVERED') {
    const cause = localCause(facts.cause, causes, locale.figures);
    if (problem === 'metadata' || problem === 'search') return documents[problem]({ target });
    return documents[problem]({ target, cause });
  }
  if (facts.lasted_seconds === null) return documents[`${problem}Ended`]({ target });
  return documents[`${problem}EndedAfter`]({ target, duration: locale.figures.duration(facts.lasted_seconds) });
}
