import { RequestError } from '../contract/errors.ts';
import { backupMessages } from '../texts/backup.ts';
import type { FakeHandlers } from './fake-endpoints.ts';
import { refusedField } from './fake-rows.ts';
import { type FakeState, minutesAgo, nextId } from './fake-state.ts';

/** A download ignores `Range` and sends the whole file, as HTTP allows. */
export const backupHandlers = (state: FakeState): FakeHandlers['backup'] => {
  const byName = (name: string) => {
    const backup = state.backups.find((one) => one.name === name);
    if (!backup) throw new RequestError('notFound', 'There is no backup of this name');
    return backup;
  };
  return {
    create: ({ query }) => {
      const created = minutesAgo(0, state.now);
      const stamp = created.replace(/[-:]|\.\d+/g, '');
      const backup = { name: `${query.name || 'upvigil'}_${nextId(state)}_${stamp}.tar.gz`, size: 1_490_000, created };
      state.backups.unshift(backup);
      return backup;
    },
    list: () => ({ backups: state.backups }),
    download: ({ params }) => {
      const { name, size } = byName(params.name);
      const content = state.backupFiles.get(name) ?? new Uint8Array(size);
      const headers = { 'content-type': 'application/gzip', 'content-length': String(content.length) };
      return new Response(content, { headers });
    },
    restore: ({ body }) => {
      if (!body) throw refusedField('file', backupMessages.fileMissing);
      return { message: backupMessages.restored, restored: { websites: state.websites.length } };
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
