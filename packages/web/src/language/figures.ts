import { englishFigures, type Figures } from '@upvigil/core/languages/english-figures';
import { translated } from './catalogue.ts';

/** Number format of the document's language. */
export const figures = (): Figures => translated('figures', englishFigures);
