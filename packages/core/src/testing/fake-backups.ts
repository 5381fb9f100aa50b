import { RequestError } from '../contract/errors.ts';
import { backupMessages } from '../texts/backup.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { given, refusedField } from './fake-rows.ts';
import { type FakeState, minutesAgo, nextId } from './fake-state.ts';

/** A download ignores `Range` and sends the whole file, as HTTP allows. */
export const backupHandlers = (state: FakeState): FakeHandlers['backup'] => {
  const byName = (name: string) => {
    const backup = state.backups.find((one) => one.name === name);
    if (!backup) throw new RequestError('notFound', 'There is no backup of this name');
    return backup;
  };
  const add = (name: string) => {
    const created = minutesAgo(0, state.now);
    const stamp = created.replace(/[-:]|\.\d+/g, '');
    const backup = { name: `${name}_${nextId(state)}_${stamp}.tar.gz`, size: 1_490_000, created };
    state.backups.unshift(backup);
    return backup;
  };
  const restore = () => {
    add('before-restore');
    return { message: backupMessages.restored, restored: { websites: state.websites.length } };
  };
  return {
    create: ({ query }) => add(query.name || 'upvigil'),
    list: () => ({ backups: state.backups }),
    download: ({ params }) => {
      const { name, size } = byName(params.name);
      const content = state.backupFiles.get(name) ?? new Uint8Array(size);
      const headers = { 'content-type': 'application/gzip', 'content-length': String(content.length) };
      return new Response(content, { headers });
    },
    contents: ({ params }) => ({
      ...byName(params.name),
      product_version: '0.2.0',
      format_version: 3,
      websites: state.websites.length,
      monitors: state.urls.length + state.monitors.length,
      checks: 12_345,
      alerts: state.alerts.length,
      screenshots: 0,
    }),
    getSchedule: () => state.backupSchedule,
    updateSchedule: ({ body }) => {
      const schedule = Object.assign(state.backupSchedule, given(body));
      schedule.next_at = schedule.enabled ? minutesAgo(-60, state.now) : null;
      return schedule;
    },
    restoreStored: ({ params }) => {
      byName(params.name);
      return restore();
    },
    restore: ({ body }) => {
      if (!body) throw refusedField('file', backupMessages.fileMissing);
      return restore();
    },
    remove: ({ params }) => {
      state.backups.splice(state.backups.indexOf(byName(params.name)), 1);
      return null;
    },
    cleanup: ({ query }) => {
      const deleted = state.backups.splice(query.keep_count).map(({ name }) => name);
      return { deleted, kept: state.backups.length };
    },
  };
};
