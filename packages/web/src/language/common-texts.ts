import { common } from '@upvigil/core/languages/compiled/english/common';
import { translated } from './catalogue.ts';

/** Texts that every page shares. */
export const commonTexts = () => translated('common', common);
