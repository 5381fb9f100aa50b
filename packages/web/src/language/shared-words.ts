import { common } from '@upvigil/core/languages/compiled/english/common';
import { inLanguage } from './spoken.ts';

/** Words around every page. */
export const commonWords = () => inLanguage('common', common);
