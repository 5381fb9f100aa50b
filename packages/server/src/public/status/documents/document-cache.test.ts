import { beforeEach, describe, expect, it } from 'vitest';
import { createDocuments, type Documents } from './document-cache.ts';

const form = { contentType: 'text/plain', cacheControl: 'no-store' };
let documents: Documents;
let builds: number;
let text: string;
beforeEach(() => {
  documents = createDocuments();
  builds = 0;
  text = 'first';
});

const put = () =>
  documents.put('/status', {
    isSpoken: false,
    form: () => form,
    build: () => {
      builds += 1;
      return text;
    },
  });
const read = () => documents.find('/status')?.identity.body.toString();

describe('a document', () => {
  it('is built when somebody asks, once until it changes', () => {
    put();
    documents.buildAhead();
    expect(builds).toBe(0);
    expect([read(), read(), builds]).toEqual(['first', 'first', 1]);
    text = 'second';
    put();
    expect([read(), builds]).toEqual(['second', 2]);
  });

  it('that was asked for is built ahead when it changes, and then waits until it is asked for again', () => {
    put();
    read();
    put();
    documents.buildAhead();
    expect(builds).toBe(2);
    for (let round = 0; round < 5; round++) {
      put();
      documents.buildAhead();
    }
    expect(builds).toBe(2);
    text = 'second';
    expect([read(), builds]).toEqual(['second', 3]);
  });

  it('that did not change is not built again, whoever asks', () => {
    put();
    for (let round = 0; round < 3; round++) {
      read();
      documents.buildAhead();
    }
    expect(builds).toBe(1);
  });

  it('that is the same after a change is not compressed again', () => {
    put();
    const before = documents.find('/status');
    put();
    expect(documents.find('/status')).toBe(before);
    text = 'second';
    put();
    expect(documents.find('/status')).not.toBe(before);
  });

  it('is found at its path alone, until it is removed', () => {
    put();
    expect(documents.find('/status/')).toBeNull();
    documents.remove('/status');
    expect(documents.find('/status')).toBeNull();
  });
});
