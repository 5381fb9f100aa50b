import { hasGaps } from '@upvigil/core/format/percent';
import { figures } from '../language/figures.ts';
import { publicTexts } from '../language/public-texts.ts';

/** Tooltip of an uptime whose time was not all observed. */
export const coverageTitle = (coverage: number | null | undefined): { title?: string } =>
  hasGaps(coverage) ? { title: publicTexts('pages').coverage({ percent: figures().percent(coverage) }) } : {};
