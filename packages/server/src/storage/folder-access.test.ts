import { expect, it } from 'vitest';
import { accessProblem, type FileSystemView } from './folder-access.ts';

/** Files by owner, as user 1000 sees them. User 1000 may write to own files that are not in `forbidden`. */
const seenBy1000 = (files: Readonly<Record<string, number>>, forbidden: readonly string[] = []): FileSystemView => ({
  uid: 1000,
  ownerOf: (file) => files[file] ?? null,
  mayWrite: (file) => files[file] === 1000 && !forbidden.includes(file),
});
const problem = (view: FileSystemView, files: string[] = []) => accessProblem('DATA_DIR', '/data', files, view);

it('a folder of another user is named, with its owner and the user that is needed', () => {
  expect(problem(seenBy1000({ '/': 0, '/data': 0 }))).toBe(
    'DATA_DIR /data cannot be written: it belongs to user 0, and this process is user 1000. Run: chown -R 1000 /data (of a bind mount, the folder on the host)',
  );
});

it('so is the folder in which one would have to be made, and a file of another user', () => {
  expect(problem(seenBy1000({ '/': 0 }))).toContain(
    '/data cannot be written: / belongs to user 0, and this process is user 1000. Run: mkdir -p /data && chown 1000 /data',
  );
  const view = seenBy1000({ '/data': 1000, '/data/upvigil.sqlite': 501 });
  expect(problem(view, ['upvigil.lock', 'upvigil.sqlite'])).toContain('/data/upvigil.sqlite belongs to user 501');
});

it('a folder of this user that cannot be written is mounted or marked so', () => {
  expect(problem(seenBy1000({ '/data': 1000 }, ['/data']))).toBe(
    'DATA_DIR /data cannot be written: it belongs to user 1000, as it must, but its permissions or a read-only file system forbid it',
  );
});

it('there is no problem with a writable folder, nor on systems without user ids', () => {
  expect(problem(seenBy1000({ '/data': 1000 }), ['upvigil.sqlite'])).toBeNull();
  expect(problem({ ...seenBy1000({ '/data': 0 }), uid: null })).toBeNull();
});
