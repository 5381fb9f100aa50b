import { apiPrefix } from '@upvigil/core/api-prefix';

/** Address of a screenshot from a check's `screenshot_path`. */
export const screenshotUrl = (screenshotPath: string): string => apiPrefix + screenshotPath;
