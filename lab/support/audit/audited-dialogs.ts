import { accessDialogs } from './access/access-dialogs.ts';
import { alertDialogs } from './dialogs/alert-dialogs.ts';
import { incidentDialogs } from './dialogs/incident-dialogs.ts';
import { maintenanceDialogs } from './dialogs/maintenance-dialogs.ts';
import { notificationDialogs } from './dialogs/notification-dialogs.ts';
import { routingDialogs } from './dialogs/routing-dialogs.ts';
import { settingsDialogs } from './dialogs/settings-dialogs.ts';
import { websiteDialogs } from './dialogs/website-dialogs.ts';
import type { Opening } from './opening.ts';

/** Every dialog and message that the app can open, and the file of the app that opens it. A session that ended has none: it leads to the login. */
export const auditedDialogs: readonly Opening[] = [
  ...websiteDialogs,
  ...alertDialogs,
  ...settingsDialogs,
  ...notificationDialogs,
  ...routingDialogs,
  ...maintenanceDialogs,
  ...incidentDialogs,
  ...accessDialogs,
];
