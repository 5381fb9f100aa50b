import { publicTexts } from '../../language/public-texts.ts';

const yearDays = 365;

/** 'Last 30 days' */
export const timeWords = (days: number): string =>
  days === yearDays ? publicTexts('share').lastYear : publicTexts('share').lastDays({ days });
