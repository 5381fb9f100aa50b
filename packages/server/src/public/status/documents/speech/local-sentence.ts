import { localCause } from '@upvigil/core/public-causes';
import type { PublicAlert } from '../../figures/incidents.ts';
import type { Speech } from './speech.ts';

/** The public sentence of an alert in a language. */
export function localSentence({ alert_type, said }: Pick<PublicAlert, 'alert_type' | 'said'>, speech: Speech): string {
  const { target, problem } = said;
  const { documents, causes } = speech.words;
  if (alert_type !== 'RECOVERED') {
    const cause = localCause(said.cause, causes, speech.figures);
    if (problem === 'metadata' || problem === 'search') return documents[problem]({ target });
    return documents[problem]({ target, cause });
  }
  if (said.lasted_seconds === null) return documents[`${problem}Ended`]({ target });
  return documents[`${problem}EndedAfter`]({ target, duration: speech.figures.duration(said.lasted_seconds) });
}
