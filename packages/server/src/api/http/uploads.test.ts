import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { backupMessages } from '@upvigil/core/texts/backup';
import { brandingMessages } from '@upvigil/core/texts/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const uploads = [
  ['/backup/restore', backupMessages.fileMissing],
  ['/branding/upload-logo', brandingMessages.logoType],
] as const;

const boundary = 'a-boundary';
const part = (disposition: string, content = ''): string =>
  `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const end = `--${boundary}--\r\n`;

async function send(path: string, payload: string, contentType = `multipart/form-data; boundary=${boundary}`) {
  const headers = { authorization: `Bearer ${test.token}`, 'content-type': contentType };
  const answer = await test.inject({ method: 'POST', url: apiPrefix + path, headers, payload });
  return { status: answer.statusCode, ...answer.json<{ detail: string; errors?: unknown }>() };
}

describe.each(uploads)('an upload to %s', (path, missing) => {
  it.each([
    ['has no field at all', end],
    ['has no body', ''],
    ['has other fields only', part('name="other"', 'x') + part('name="more"', 'y') + end],
    ['has an empty text in the field', part('name="file"') + end],
    ['has a text in the field', part('name="file"', 'backup.tar.gz') + end],
    ['has its file in another field', part('name="backup"; filename="a.tar.gz"', 'content') + end],
    ['has a field where no file was chosen', part('name="file"; filename=""') + end],
    ['has more fields than anybody sends', Array(200).fill(part('name="other"', 'x')).join('') + end],
  ])('that %s is refused with a request to choose a file', async (_what, payload) => {
    expect(await send(path, payload)).toEqual({
      status: 422,
      detail: missing,
      errors: [{ field: 'file', message: missing }],
    });
  });

  it.each([
    ['breaks off', part('name="file"; filename="a.tar.gz"', 'content'), undefined],
    ['names no boundary', part('name="file"; filename="a"', 'content') + end, 'multipart/form-data'],
    ['is of another form', 'this is a letter', undefined],
    ['names a field after what every object has', part('name="__proto__"', 'x') + end, undefined],
  ])('that %s is refused as malformed', async (_what, payload, contentType) => {
    expect(await send(path, payload, contentType)).toEqual({
      status: 400,
      detail: 'The upload is not valid multipart/form-data',
    });
  });

  it('accepts other fields in addition to the file', async () => {
    const payload =
      part('name="note"', 'mine') + part('name="file"; filename="a"', 'a letter') + part('name="b"', '1') + end;
    const { status, detail } = await send(path, payload);
    expect([status, detail]).toEqual(
      path === '/backup/restore' ? [422, 'The archive is damaged, or not gzip'] : [415, brandingMessages.logoType],
    );
  });
});
