import { accessDialogs } from './access/access-dialogs.ts';
import { alertDialogs } from './dialogs/alert-dialogs.ts';
import { incidentDialogs } from './dialogs/incident-dialogs.ts';
import { maintenanceDialogs } from './dialogs/maintenance-dialogs.ts';
import { monitorDialogs } from './dialogs/monitor-dialogs.ts';
import { notificationDialogs } from './dialogs/notification-dialogs.ts';
import { routingDialogs } from './dialogs/routing-dialogs.ts';
import { settingsDialogs } from './dialogs/settings-dialogs.ts';
import { websiteDialogs } from './dialogs/website-dialogs.ts';
import type { Opening } from './opening.ts';

/**
 * Every dialog and message of the app, with the source file that opens it. The end of a session has none: it leads to
 * the login page.
 */
export const auditedDialogs: readonly Opening[] = [
  ...websiteDialogs,
  ...monitorDialogs,
  ...alertDialogs,
  ...settingsDialogs,
  ...notificationDialogs,
  ...routingDialogs,
  ...maintenanceDialogs,
  ...incidentDialogs,
  ...accessDialogs,
];
