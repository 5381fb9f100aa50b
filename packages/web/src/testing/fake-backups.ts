import { RequestError } from '@upvigil/core/errors';
import type { FakeHandlers } from './fake-contract.ts';
import { type FakeState, nextId } from './fake-state.ts';

/** Backups of the fake server: names and sizes, and zeros for content. */
export const backupHandlers = (state: FakeState): FakeHandlers['backup'] => {
  const byName = (name: string) => {
    const backup = state.backups.find((one) => one.name === name);
    if (!backup) throw new RequestError('notFound', `There is no backup ${name}`);
    return backup;
  };
  return {
    create: ({ query }) => {
      const created = new Date().toISOString();
      const stamp = created.replace(/[-:]|\.\d+/g, '');
      const backup = { name: `${query.name || 'upvigil'}_${stamp}_${nextId(state)}.tar.gz`, size: 1_490_000, created };
      state.backups.unshift(backup);
      return backup;
    },
    list: () => ({ backups: state.backups }),
    download: ({ params }) => {
      const { size } = byName(params.name);
      return new Response(new Uint8Array(size), { headers: { 'content-type': 'application/gzip' } });
    },
    restore: () => ({ message: 'Restored', restored: { websites: state.websites.length } }),
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
