import type { Report } from '@upvigil/core/contract/reports';
import { dayWords } from '@upvigil/core/texts/route-sentences';

/** 'Every Mon at 08:00 (Europe/Berlin)'. */
export const reportTime = ({ frequency, weekday, time, time_zone }: Report): string =>
  `Every ${frequency === 'daily' ? 'day' : dayWords[weekday]} at ${time} (${time_zone})`;
