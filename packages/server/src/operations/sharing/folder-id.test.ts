import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { markFolder, readFolderId } from './folder-id.ts';

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'upvigil-folder-id-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('a folder gets a unique id once', () => {
  const folder = newFolder();
  expect(readFolderId(folder)).toBeNull();
  const id = markFolder(folder);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect([markFolder(folder), readFolderId(folder)]).toEqual([id, id]);
  expect(markFolder(newFolder())).not.toBe(id);
  expect(readdirSync(folder)).toEqual(['folder-id']);
});

it('a folder that cannot be written has none, and nothing is left in it', () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, 'folder-id'), 'something else');
  expect(markFolder(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual(['folder-id']);
  expect(markFolder(path.join(folder, 'folder-id'))).toBeNull();
});
