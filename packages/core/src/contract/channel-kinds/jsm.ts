import { providerAddress, secret } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const jsm = defineConfig({
  about:
    "Add the integration 'API' to a team's operations for its key. Opsgenie, which ends on 2027-04-05, takes the same at https://api.opsgenie.com or https://api.eu.opsgenie.com.",
  documentation: 'https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v1/api-group-integration-events/',
  fields: {
    api_key: secret('API key', "Of the team's API integration"),
    base_url: providerAddress('https://api.atlassian.com/jsm/ops/integration'),
  },
});
