import { apiPrefix } from '@upvigil/core/contract/names/paths';

/** The URL of a screenshot, from a check's `screenshot_path`. */
export const screenshotUrl = (screenshotPath: string): string => apiPrefix + screenshotPath;

/** The page of a monitor's website with the monitor opened: the history of a URL, the statistics of a network monitor. */
export const monitorPath = (websiteId: number, kind: 'url' | 'network', monitorId: number): string =>
  `/websites/${websiteId}?${kind === 'network' ? 'tab=network&' : ''}open=${monitorId}`;
