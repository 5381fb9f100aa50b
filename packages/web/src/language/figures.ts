import { englishFigures } from '@upvigil/core/languages/english-figures';
import { inLanguage } from './spoken.ts';

/** How the language of this document writes figures. */
export const figures = () => inLanguage('figures', englishFigures);
