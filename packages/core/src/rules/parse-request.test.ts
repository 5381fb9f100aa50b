import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { RequestError } from '../contract/errors.ts';
import { inputMessages } from '../contract/fields/input-messages.ts';
import { parseRequest, type RawRequest } from './parse-request.ts';

const endpoint: Endpoint = {
  method: 'PUT',
  path: '/things/:id',
  access: 'admin',
  summary: '',
  response: z.null(),
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ hours: z.coerce.number().default(24) }),
  body: z.object({ name: z.string(), inner: z.object({ count: z.number() }).optional() }),
};

const given = { params: { id: '3' }, query: {}, body: { name: 'a' } };

function refusalOf(raw: Partial<RawRequest>): RequestError {
  try {
    parseRequest(endpoint, { ...given, ...raw });
  } catch (error) {
    if (error instanceof RequestError) return error;
  }
  throw new Error('it was taken');
}

describe('a request', () => {
  test('is parsed by the schemas of its endpoint', () => {
    expect(parseRequest(endpoint, given)).toEqual({
      params: { id: 3 },
      query: { hours: 24 },
      body: { name: 'a' },
    });
  });

  test('has no part that its endpoint does not declare', () => {
    const { params: _params, query: _query, body: _body, ...bare } = endpoint;
    expect(parseRequest(bare, given)).toEqual({});
  });

  test('for an impossible path is not found', () => {
    expect(refusalOf({ params: { id: 'x' } })).toMatchObject({ kind: 'notFound', errors: undefined });
  });

  test('is refused with each field that is wrong, and the first in words', () => {
    const { kind, message, errors } = refusalOf({ body: { inner: { count: 'x' } } });
    expect(errors?.map(({ field }) => field)).toEqual(['name', 'inner.count']);
    expect([kind, message]).toEqual(['invalid', errors?.[0]?.message]);
    expect(refusalOf({ query: { hours: 'x' } }).errors).toMatchObject([{ field: 'hours' }]);
  });

  test.each([[null], [[]], ['text'], [3]])('with a body that is %j is refused', (body) => {
    const message = inputMessages.bodyObject;
    expect(refusalOf({ body })).toMatchObject({ kind: 'invalid', message, errors: [{ field: '', message }] });
  });

  test('with an unknown field is refused, and the nearest known field is named', () => {
    const body = { nam: 'a', inner: { count: 1, cuont: 2 }, zzzzzz: 3 };
    expect(refusalOf({ body }).errors).toEqual([
      { field: 'nam', message: 'Unknown field "nam": did you mean "name"?' },
      { field: 'inner.cuont', message: 'Unknown field "inner.cuont": did you mean "count"?' },
      { field: 'zzzzzz', message: 'Unknown field "zzzzzz"' },
      { field: 'name', message: expect.any(String) },
    ]);
  });

  test('may carry the fields of the answer, which are ignored', () => {
    const reading = { ...endpoint, response: z.object({ id: z.number(), name: z.string() }) };
    expect(parseRequest(reading, { ...given, body: { id: 7, name: 'a' } })).toMatchObject({ body: { name: 'a' } });
  });

  test('without a body has an empty one', () => {
    const { body: _body, ...bodiless } = given;
    expect(() => parseRequest(endpoint, bodiless)).toThrow(RequestError);
    expect(parseRequest({ ...endpoint, body: z.object({}) }, bodiless)).toMatchObject({ body: {} });
  });
});
