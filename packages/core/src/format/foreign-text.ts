import { limits } from '../limits.ts';

/** All C0 and C1 control characters (among them ESC), and the Unicode line and direction controls. */
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** Removes control characters from untrusted text, which could harm a page or a terminal. */
export const stripControls = (text: string): string => text.replace(controls, ' ').trim();

/** `stripControls` for one line of many: keeps its indentation. */
export const stripLine = (line: string): string => line.replaceAll('\t', '  ').replace(controls, ' ').trimEnd();

/** Untrusted text in its stored form: without control characters, cut to 500 characters. */
export const foreignText = (text: string): string => stripControls(text).slice(0, limits.foreignTextLength);
