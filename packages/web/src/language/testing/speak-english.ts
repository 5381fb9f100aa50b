import { detail } from '@upvigil/core/languages/compiled/details/en';
import { pages } from '@upvigil/core/languages/compiled/pages/en';
import { speak } from '../spoken.ts';

/** Loads the English texts, for tests that render parts of a public page. */
export const speakEnglish = (): void => speak({ pages, detail });
