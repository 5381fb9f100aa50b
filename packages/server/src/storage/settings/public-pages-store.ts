import { defaultPublicPagesSettings, publicPagesSettingsSchema } from '@upvigil/core/contract/settings';
import { createSettingStore } from './setting-store.ts';

export const publicPagesSettings = createSettingStore(
  'public_pages',
  publicPagesSettingsSchema,
  defaultPublicPagesSettings,
);
