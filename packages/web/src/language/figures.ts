import { englishFigures, type Figures } from '@upvigil/core/languages/english-figures';
import { inLanguage } from './spoken.ts';

/** Number format of the document's language. */
export const figures = (): Figures => inLanguage('figures', englishFigures);
