import { describe, expect, it } from 'vitest';
import { assertion } from './check-options/assertions.ts';
import { requestFields } from './check-options/request.ts';
import { incidentUpdateInput } from './incidents.ts';
import { maintenanceInput } from './maintenance.ts';
import { networkMonitorInput } from './network-monitors.ts';
import { notificationSettingsChange } from './settings.ts';
import { websiteInput } from './websites.ts';

const monitor = { name: ' Mail ', monitor_type: 'TCP_PORT', host: ' mail.test ', port: 25, expected_response: '220 ' };
const work = {
  title: ' Upgrade ',
  website_ids: [1],
  body: '    code',
  starts_at: '2027-01-01T10:00',
  duration_minutes: 60,
  time_zone: 'UTC',
};

describe('spaces at the ends of a text', () => {
  it.each([
    ['the value of an assertion', assertion, { source: 'body', compare: 'contains', value: ' 0 errors ' }, 'value'],
    [
      'a password of a request',
      requestFields.auth,
      { type: 'basic', username: 'ops', password: ' pass word ', token: '' },
      'password',
    ],
    ['an expected response', networkMonitorInput, monitor, 'expected_response'],
    ['the password of SMTP', notificationSettingsChange, { smtp_password: ' secret ' }, 'smtp_password'],
    ['the password of sendSMS', notificationSettingsChange, { sendsms_password: ' secret ' }, 'sendsms_password'],
    ['Markdown of an incident', incidentUpdateInput, { status: 'resolved', body: '    code' }, 'body'],
    ['Markdown of a maintenance', maintenanceInput, work, 'body'],
  ] as const)('stay in %s', (_what, schema, given, field) => {
    const parsed: Record<string, unknown> = schema.parse(given);
    expect(parsed[field]).toBe((given as Record<string, unknown>)[field]);
  });

  it.each([
    ['a website', websiteInput, { name: ' Shop ' }, 'name', 'Shop'],
    ['a monitor', networkMonitorInput, monitor, 'name', 'Mail'],
    ['a host', networkMonitorInput, monitor, 'host', 'mail.test'],
    ['a property', assertion, { source: 'json', property: ' $.a ', compare: 'exists' }, 'property', '$.a'],
  ] as const)('go from the name of %s', (_what, schema, given, field, left) => {
    const parsed: Record<string, unknown> = schema.parse(given);
    expect(parsed[field]).toBe(left);
  });

  it.each([
    [' \n ', ''],
    ['\n \r\n    code\nend \n\n', '    code\nend'],
  ])('and empty lines around the text %j of an incident leave %j', (body, left) => {
    expect(incidentUpdateInput.parse({ status: 'resolved', body }).body).toBe(left);
  });
});
