import { expect, it } from 'vitest';
import { faultyFields } from './field-faults.ts';

const fault = { type: 'custom', message: 'Too long', ref: { name: 'url' } };

it('lists each field with an error by its path, including a field named type', () => {
  const faults = {
    url: fault,
    request: { auth: { type: fault }, headers: [undefined, { value: fault }] },
    assertions: [{ value: fault, property: undefined }],
  };
  expect(faultyFields(faults)).toEqual(['url', 'request.auth.type', 'request.headers.1.value', 'assertions.0.value']);
  expect(faultyFields({})).toEqual([]);
});
