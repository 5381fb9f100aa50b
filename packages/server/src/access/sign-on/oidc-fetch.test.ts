import { expect, it } from 'vitest';
import { readableBody } from './oidc-fetch.ts';

it('drops invalid members that are not read from a token response', () => {
  const answer = {
    access_token: 'a',
    token_type: 'Bearer',
    id_token: 'i',
    expires_in: 'never',
    scope: ['a'],
    refresh_token: null,
  };
  expect(readableBody('POST', JSON.stringify(answer))).toEqual({
    isJson: true,
    body: '{"access_token":"a","token_type":"Bearer","id_token":"i"}',
  });
  expect(readableBody('POST', '{"error":"invalid_grant","error_uri":7}')).toMatchObject({
    body: '{"error":"invalid_grant"}',
  });
});

it('recognises a JSON document of any content type', () => {
  expect(readableBody('GET', '{"keys":[]}')).toEqual({ isJson: true, body: '{"keys":[]}' });
  for (const body of ['', 'eyJ.eyJ.sig', '[1]', 'null', '<html>']) {
    for (const method of ['GET', 'POST'] as const) expect(readableBody(method, body)).toEqual({ isJson: false, body });
  }
});
