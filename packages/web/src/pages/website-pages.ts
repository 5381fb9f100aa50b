/** The pages of one website, in one file: in two, what they share would cost every visitor of the overview further requests. */
export { openSharePage } from './share/share-page.tsx';
export { openStatusDetailPage } from './status-detail/status-detail-page.tsx';
