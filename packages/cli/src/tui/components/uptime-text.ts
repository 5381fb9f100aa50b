import { formatUptime, shortUptime } from '@upvigil/core/format/percent';
import { type Size, wideColumns } from './stage.ts';

type Percent = number | null | undefined;

/** An uptime with its coverage, which a narrow terminal shows in its short form. */
export const uptimeText = ({ columns }: Size, uptime: Percent, coverage: Percent): string =>
  columns >= wideColumns ? formatUptime(uptime, coverage) : shortUptime(uptime, coverage);
