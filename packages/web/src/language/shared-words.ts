import { common } from '@upvigil/core/languages/compiled/english/common';
import { inLanguage } from './spoken.ts';

/** Texts that every page shares. */
export const commonWords = () => inLanguage('common', common);
