import { Html } from '../documents/html.ts';

/** Lucide icons (ISC) as paths on a 24 px canvas. */
const paths = {
  left: 'm15 18-6-6 6-6',
  right: 'm9 18 6-6-6-6',
  triangle: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
  cross: 'M18 6 6 18M6 6l12 12',
  check: 'M20 6 9 17l-5-5',
  target: 'M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M22 12h-5M7 12H2M12 7V2M12 22v-5',
  search: 'm21 21-4.34-4.34M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0',
  eye: 'M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  document: 'M14 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8zM14 2v6h6M16 13H8M16 17H8',
  calendar: 'M8 2v3M16 2v3M3 9h18M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2',
  calendarAdd: 'M16 18h6M19 15v6M8 2v3M16 2v3M3 9h18M21 11.5V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h8.3',
  wrench:
    'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z',
  bell: 'M10.268 21a2 2 0 0 0 3.464 0M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326',
  feed: 'M4 11a9 9 0 0 1 9 9M4 4a16 16 0 0 1 16 16M4 19a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
  arrow: 'M5 12h14M12 5l7 7-7 7',
  dash: 'M6 12h12',
  info: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 16v-4M12 8h.01',
} as const;
export type IconName = keyof typeof paths;

/** `s`, `b` and `l`: 14, 12 and 22 px instead of 16. */
export const icon = (name: IconName, size: '' | 's' | 'b' | 'l' = ''): Html =>
  new Html(`<svg class="ic ${size}" viewBox="0 0 24 24" aria-hidden="true"><path d="${paths[name]}"/></svg>`);
