import { openSharePage } from './share/share-page.tsx';
import { openStatusDetailPage } from './status-detail/status-detail-page.tsx';

/**
 * Both pages of a website are one chunk. As two chunks, their shared code would be further files for visitors of the
 * overview.
 */
export const websitePages = { openSharePage, openStatusDetailPage };
