import { formatUptime, shortUptime } from '@upvigil/core/format/percent';
import { plainNumber } from './plain-number.ts';
import type { Column } from './table.ts';
import { dayAndTime } from './times.ts';

export const idColumn: Column<{ id: number }> = { header: 'ID', text: ({ id }) => String(id), align: 'right' };

export const uptimeColumn: Column<{ uptime_24h: number | null; coverage_24h?: number | null | undefined }> = {
  header: 'UPTIME 24H',
  text: ({ uptime_24h, coverage_24h }) => formatUptime(uptime_24h, coverage_24h),
  short: ({ uptime_24h, coverage_24h }) => shortUptime(uptime_24h, coverage_24h),
  raw: ({ uptime_24h }) => plainNumber(uptime_24h),
  align: 'right',
  dropOrder: 2,
};

/** A column of times: local for people, ISO for programs. `none` replaces a missing time for people. */
export const timeColumn = <Row>(
  header: string,
  timeOf: (row: Row) => string | null,
  { none = '-', ...rest }: { none?: string } & Pick<Column<Row>, 'role' | 'dropOrder'> = {},
): Column<Row> => ({
  header,
  text: (row) => {
    const time = timeOf(row);
    return time === null || time === '' ? none : dayAndTime(time);
  },
  raw: (row) => timeOf(row) ?? '',
  ...rest,
});
