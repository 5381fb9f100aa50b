import { publicWords } from '../../language/public-words.ts';

const yearDays = 365;

/** 'Last 30 days' */
export const timeWords = (days: number): string =>
  days === yearDays ? publicWords('share').lastYear : publicWords('share').lastDays({ days });
