import { apiPrefix } from '@upvigil/core/contract/names/paths';

/** The URL of a screenshot, from a check's `screenshot_path`. */
export const screenshotUrl = (screenshotPath: string): string => apiPrefix + screenshotPath;

/** Page of a website with one monitor opened: the history of a URL, or the statistics of a network monitor. */
export const monitorPath = (websiteId: number, kind: 'url' | 'network', monitorId: number): string =>
  `/websites/${websiteId}?${kind === 'network' ? 'tab=network&' : ''}open=${monitorId}`;
