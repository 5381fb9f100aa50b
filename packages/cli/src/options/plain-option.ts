import { flagOption } from './inputs.ts';

/** For commands with a live screen. */
export const plainOption = flagOption('--plain', 'print once instead of the live screen');
