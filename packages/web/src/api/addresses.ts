import { apiPrefix } from '@upvigil/core/api-prefix';

/** The URL of a screenshot, from a check's `screenshot_path`. */
export const screenshotUrl = (screenshotPath: string): string => apiPrefix + screenshotPath;
