import { defaultGeneralSettings, generalSettingsSchema } from '@upvigil/core/contract/settings';
import { createSettingStore } from './setting-store.ts';

/** What holds for the installation as a whole. */
export const generalSettings = createSettingStore('general', generalSettingsSchema, defaultGeneralSettings);
