import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import type { MonitorKind } from '@upvigil/core/contract/monitor-kinds/registry';
import { shownAddress } from '@upvigil/core/contract/secrets/shown-address';
import { nameWithAddress } from '@upvigil/core/format/monitor-name';

/** The columns that name a monitor. `name`: the label of a URL, or the name of a network monitor. */
export interface NamedMonitor {
  kind: MonitorKind;
  name: string | null;
  target: string;
  port: number | null;
}

/** A URL without credentials and secret parameters, or host and port. */
export const monitorAddress = ({ kind, target, port }: Omit<NamedMonitor, 'name'>): string =>
  kind === 'URL' ? shownAddress(target, 'public') : formatHostPort(target, port);

/** A monitor's name in sentences, which are public: 'Database (db.example.com:5432)', or its address alone. */
export const targetName = (monitor: NamedMonitor): string =>
  nameWithAddress(monitor.name === monitor.target ? null : monitor.name, monitorAddress(monitor));

/** A monitor's name in lists and metrics, beside its address. */
export const listedName = (monitor: NamedMonitor): string => monitor.name ?? monitorAddress(monitor);
