import { openSharePage } from './share/share-page.tsx';
import { openStatusDetailPage } from './status-detail/status-detail-page.tsx';

/** The pages of one website, in one file: in two, what they share would cost every visitor of the overview further requests. */
export const websitePages = { openSharePage, openStatusDetailPage };
