import { detail } from '@upvigil/core/languages/compiled/details/en';
import { pages } from '@upvigil/core/languages/compiled/pages/en';
import { speak } from '../spoken.ts';

/** The start of a public page, for tests that draw parts of it. */
export const speakEnglish = (): void => speak({ pages, detail });
