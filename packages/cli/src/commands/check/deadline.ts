import { limits } from '@upvigil/core/limits';

const serverMarginSeconds = 10;
/** A check may take as long as its own limit allows. */
export const checkDeadlineSeconds = limits.urlTimeoutSeconds.max + serverMarginSeconds;
/** Some of a website's monitors wait for others. */
export const websiteDeadlineSeconds = 3600;
