import { englishFigures, type Figures } from '@upvigil/core/languages/english-figures';
import { inLanguage } from './spoken.ts';

/** How the language of this document writes figures. */
export const figures = (): Figures => inLanguage('figures', englishFigures);
