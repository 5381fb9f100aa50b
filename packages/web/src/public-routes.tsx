import type { ComponentType } from 'react';
import { openStatusPage } from './pages/status/status-page.tsx';
import type { PublicPageProps } from './public/public-page-props.ts';

/** A screen whose document holds its data, and which loads neither the router nor the admin's app. */
export interface PublicScreen {
  path: string;
  /** Loads what the page still needs: its words, or its code. */
  load: () => Promise<{ default: ComponentType<PublicPageProps> }>;
}

/** Every public screen. The overview comes with the first file: it is what most visitors open. */
export const publicScreens: readonly PublicScreen[] = [
  { path: '/status', load: openStatusPage },
  {
    path: '/status/:websiteId',
    load: async () => (await import('./pages/website-pages.ts')).websitePages.openStatusDetailPage(),
  },
  { path: '/share/:link', load: async () => (await import('./pages/website-pages.ts')).websitePages.openSharePage() },
];
