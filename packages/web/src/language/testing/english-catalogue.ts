import { detail } from '@upvigil/core/languages/compiled/details/en';
import { pages } from '@upvigil/core/languages/compiled/pages/en';
import { setCatalogue } from '../catalogue.ts';

/** Loads the English texts, for tests that render parts of a public page. */
export const setEnglishCatalogue = (): void => setCatalogue({ pages, detail });
