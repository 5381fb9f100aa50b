import { defaultGeneralSettings, generalSettingsSchema } from '@upvigil/core/contract/settings';
import type { Database } from '../database.ts';
import { createSettingStore } from './setting-store.ts';

export const generalSettings = createSettingStore('general', generalSettingsSchema, defaultGeneralSettings);

/** Whether checks during maintenance count in uptime. */
export const countsMaintenance = async (db: Database): Promise<boolean> =>
  (await generalSettings.read(db)).uptime_counts_maintenance;
