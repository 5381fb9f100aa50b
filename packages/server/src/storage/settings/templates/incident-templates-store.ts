import { incidentTemplatesSchema, noTemplates } from '@upvigil/core/contract/incidents';
import { createSettingStore } from '../setting-store.ts';

export const incidentTemplates = createSettingStore('incident_templates', incidentTemplatesSchema, noTemplates);
