import { limits } from '@upvigil/core/limits';

const serverMarginSeconds = 10;
/** The longest time-out of a monitor, and time for the server. */
export const checkDeadlineSeconds = limits.urlTimeoutSeconds.max + serverMarginSeconds;
/** Long, because a website's monitors are checked a few at a time. */
export const websiteDeadlineSeconds = 3600;
