import { apiPrefix } from '@upvigil/core/contract/names/paths';

/** The URL of a screenshot, from a check's `screenshot_path`. */
export const screenshotUrl = (screenshotPath: string): string => apiPrefix + screenshotPath;
