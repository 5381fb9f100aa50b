import type { DiagnosticId } from '@upvigil/core/contract/diagnostics';
import { newestBackup } from './data/backup.ts';
import { database } from './data/database.ts';
import { folder } from './data/folder.ts';
import { outbox } from './data/outbox.ts';
import { writeAheadLog } from './data/wal.ts';
import type { Diagnostic } from './diagnostic.ts';
import { chromium } from './machine/chromium.ts';
import { commands } from './machine/commands.ts';
import { descriptors } from './machine/descriptors.ts';
import { disk } from './machine/disk.ts';
import { icmp } from './machine/icmp.ts';
import { scheduler } from './machine/scheduler.ts';
import { clock } from './outward/clock.ts';
import { dns } from './outward/dns.ts';
import { proxy } from './outward/proxy.ts';
import { slack } from './outward/slack.ts';
import { sms } from './outward/sms.ts';
import { smtp } from './outward/smtp.ts';
import { tls } from './outward/tls.ts';

/** Every diagnostic of the contract, by id. */
export const diagnostics: { readonly [Id in DiagnosticId]: Diagnostic & { id: Id } } = {
  smtp,
  sms,
  slack,
  dns,
  tls,
  icmp,
  chromium,
  commands,
  proxy,
  clock,
  disk,
  database,
  wal: writeAheadLog,
  folder,
  descriptors,
  scheduler,
  outbox,
  backup: newestBackup,
};
