import { incidentTemplatesSchema, noTemplates } from '@upvigil/core/contract/incidents';
import { createSettingStore } from '../setting-store.ts';

/** What people begin incidents with. */
export const incidentTemplates = createSettingStore('incident_templates', incidentTemplatesSchema, noTemplates);
