import { providerAddress, secret } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

const key = { pattern: /^[A-Za-z0-9]{30}$/, error: 'A key of Pushover must have 30 letters and digits' };

export const pushover = defineConfig({
  about: 'Register an application at pushover.net for its token.',
  documentation: 'https://pushover.net/api',
  fields: {
    user_key: { ...secret('User or group key', 'On your page at pushover.net'), form: key },
    app_token: { ...secret('Application token', 'Of the application you registered'), form: key },
    base_url: providerAddress('https://api.pushover.net'),
  },
});
