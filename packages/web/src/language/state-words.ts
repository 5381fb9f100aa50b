import { publicStates } from '@upvigil/core/languages/compiled/english/public-states';
import { states } from '@upvigil/core/languages/compiled/english/states';
import type { PublicStateWords } from '@upvigil/core/status/public-badges';
import { inLanguage } from './spoken.ts';

/** Texts of the state badges. */
export const stateWords = (): PublicStateWords => ({
  ...inLanguage('states', states),
  ...inLanguage('publicStates', publicStates),
});
