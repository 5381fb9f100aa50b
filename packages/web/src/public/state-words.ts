import { states } from '@upvigil/core/languages/compiled/english/states';
import { inLanguage } from '../language/spoken.ts';

/** Words of the badges of states. */
export const stateWords = () => inLanguage('states', states);
