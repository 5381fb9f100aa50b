import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { messages } from '@upvigil/core/texts/messages';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/** Every fixed label of the specification, to the letter. */
const labels = `
Admin Login
Enter your admin password to access the dashboard
Admin Password
Enter password
Sign in
Signing in...
Dashboard
Websites
Alerts
Settings
Backup
Logout
Monitoring Dashboard
Last Hour
Last 6 Hours
Last 24 Hours
Last 48 Hours
Last Week
View Public Status
URLs
Network Services
URL Issues
Network Issues
Avg Response
Status Distribution
URLs Up
Network Up
URLs Down
Network Down
URLs Slow
Total Page Load Time Trends
Uptime Percentage by Website
Network Services Status
Manage Services
Recent Alerts
Add Your First Website
Add New Website
Edit Website
URL Monitoring
Network Monitoring
Slack Integration
Add First URL
Add New URL
Edit URL
Check History (
Test Connection
Time Range
Alert Type
Clear Old Alerts (7+ days)
Clear All Alerts
Notifications
Email (SMTP)
SMS
Branding
Backup & Restore
Cleanup Old Backups
Create Backup
Backup name (optional)
Creating...
Restore Backup
Existing Backups
Name
Size
Created
Actions
System Status
Real-time monitoring status for all services
Operational
Issues Detected
Uptime (24h)
Avg Load Time
View Details
30 days ago
Auto-refreshing every 30 seconds
Last updated
All Systems Operational
Partial Outage
7-Day Uptime
Total Services
Services Online
Services Down
Website Monitoring
Monitoring:
Last Check
Total Load Time
24h Uptime
Check Interval
Load Time History
30-Day Uptime
Response Time History
Recent Incidents
`
  .trim()
  .split('\n');

/** Collapses white space, so that sentences that the formatter wrapped are found, and decodes JSX's &amp;. */
const fold = (text: string): string => text.replaceAll('&amp;', '&').replace(/\s+/g, ' ');

function readAll(folders: readonly string[], isWanted: (file: string) => boolean): string {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  // Texts of the public pages are in catalogues.
  const sources = files.filter((file) => /\.tsx?$|catalogues.*\.json$/.test(file) && isWanted(file));
  return fold(sources.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n'));
}

const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);
const pages = readAll(['packages/web/src', 'packages/core/src'], (file) => !isTest(file));

/** A number in a label may come from core's defaults: `${hours}` in a template, `{hours}` in JSX. */
function isOnPage(label: string): boolean {
  const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(escaped.replace(/\d+/g, '(\\d+|\\$?\\{[^}]*\\})')).test(pages);
}

test('every label is on a page', () => {
  expect(labels.filter((label) => !isOnPage(label))).toEqual([]);
});

/** `group.name` of every message. */
const names = Object.entries(messages).flatMap(([group, entries]) => Object.keys(entries).map((name) => [group, name]));

test('every message is used by a page', () => {
  const unused = names.filter(([group, name]) => !new RegExp(`messages\\.${group}\\.${name}\\b`).test(pages));
  expect(unused).toEqual([]);
});
