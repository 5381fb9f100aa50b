/** Hidden below 1181 px: kind, tags and interval. */
export const wideOnly = 'max-[1180px]:hidden';

/** Box, state, name, website, kind, tags, latest checks, time, uptime, interval, menu; on small screens stacked. */
export const rowTracks =
  'grid items-center gap-x-3.5 pr-2.5 pl-4 text-[0.8125rem] md:grid-cols-[20px_92px_minmax(0,1.7fr)_112px_104px_144px_160px_66px_74px_54px_32px] md:max-[1180px]:grid-cols-[20px_92px_minmax(0,1fr)_112px_160px_66px_74px_32px]';
