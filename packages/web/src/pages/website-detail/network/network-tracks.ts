import type { Density } from '../../../components/rows/data-row.tsx';

/** From 1100 px on: state, name, type, host, latest checks, uptime, response, last check, actions. */
export const columns: Record<Density, string> = {
  comfortable: '92px minmax(0, 1.1fr) 84px minmax(0, 1fr) minmax(140px, 244px) 80px 68px 72px 160px',
  compact: '92px minmax(0, 1.4fr) 84px minmax(0, 1fr) minmax(140px, 244px) 80px 68px 72px 160px',
};

/** On narrower screens, type and last check are hidden, and the host is below the name. */
export const wideOnly = 'md:max-[1099px]:hidden';
export const belowName = 'md:max-[1099px]:col-start-2 md:max-[1099px]:row-start-2';
export const besideBoth = 'md:max-[1099px]:row-span-2';

export const rowTracks =
  'md:grid md:[grid-template-columns:var(--columns)] md:items-center md:gap-x-4 md:max-[1099px]:[grid-template-columns:84px_minmax(0,2fr)_minmax(80px,1fr)_80px_64px_160px]! md:max-[1099px]:gap-x-3';
