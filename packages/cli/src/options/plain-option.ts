import { flagOption } from './inputs.ts';

/** For commands that draw a live screen on a terminal. */
export const plainOption = flagOption('--plain', 'print once instead of the live screen');
