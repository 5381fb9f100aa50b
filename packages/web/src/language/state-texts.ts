import { publicStates } from '@upvigil/core/languages/compiled/english/public-states';
import { states } from '@upvigil/core/languages/compiled/english/states';
import type { PublicStateWords } from '@upvigil/core/status/public-badges';
import { translated } from './catalogue.ts';

/** Texts of the state badges. */
export const stateTexts = (): PublicStateWords => ({
  ...translated('states', states),
  ...translated('publicStates', publicStates),
});
