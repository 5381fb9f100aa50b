import { defaultGeneralSettings, generalSettingsSchema } from '@upvigil/core/contract/settings';
import type { Database } from '../database.ts';
import { createSettingStore } from './setting-store.ts';

/** What holds for the installation as a whole. */
export const generalSettings = createSettingStore('general', generalSettingsSchema, defaultGeneralSettings);

/** Whether checks in maintenance count in uptime. */
export const countsMaintenance = async (db: Database): Promise<boolean> =>
  (await generalSettings.read(db)).uptime_counts_maintenance;
