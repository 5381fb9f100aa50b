import { beforeEach, describe, expect, it } from 'vitest';
import { createReadyDocuments } from './ready-documents.ts';
import { publicView } from './testing/public-states.ts';

const form = { contentType: 'text/plain', cacheControl: 'no-store' };
const details = { now: 0, figures: new Map(), disabled: new Map(), outages: () => [] };
let documents: ReturnType<typeof createReadyDocuments>;
let renderings: number;
let text: string;
beforeEach(() => {
  renderings = 0;
  text = 'first';
  documents = createReadyDocuments((path, view) =>
    path === '/status' || (path === '/status/1' && view.websites.length > 0)
      ? {
          website_id: path === '/status' ? null : 1,
          needsDetails: path !== '/status',
          language: 'none',
          form: () => form,
          render: () => {
            renderings += 1;
            return text;
          },
        }
      : null,
  );
});

const change = () => documents.show(publicView(), () => true);
const read = (path = '/status') => documents.find(path, 'en')?.identity.body.toString();

describe('a document', () => {
  it('is rendered on the first request, once until it changes', async () => {
    await change();
    expect(renderings).toBe(0);
    expect([read(), read(), renderings]).toEqual(['first', 'first', 1]);
    await documents.show(publicView(), () => false);
    expect([read(), renderings]).toEqual(['first', 1]);
    text = 'second';
    await change();
    expect([read(), renderings]).toEqual(['second', 2]);
  });

  it('that was requested is rendered again when it changes, and then only after another request', async () => {
    await change();
    read();
    await change();
    expect(renderings).toBe(2);
    for (let round = 0; round < 5; round++) await change();
    expect(renderings).toBe(2);
    text = 'second';
    expect([read(), renderings]).toEqual(['second', 3]);
  });

  it('that is the same after a change is not compressed again', async () => {
    await change();
    const before = documents.find('/status', 'en');
    await change();
    expect(documents.find('/status', 'en')).toBe(before);
    text = 'second';
    await change();
    expect(documents.find('/status', 'en')).not.toBe(before);
  });

  it('exists while the view has it, at its path only', async () => {
    expect(read()).toBeUndefined();
    await documents.show(publicView({ details: new Map([[1, details]]) }), () => true);
    expect([read('/status/'), read('/status/1')]).toEqual([undefined, 'first']);
    const gone = documents.show(publicView({ websites: [] }), () => true);
    expect(read('/status/1')).toBeUndefined();
    await gone;
  });

  it('that needs details waits until they are read', async () => {
    await change();
    expect([read('/status/1'), documents.lackingDetails('/status/1')]).toEqual([undefined, 1]);
    await documents.show(publicView({ details: new Map([[1, details]]) }), () => true);
    expect([documents.lackingDetails('/status/1'), documents.askedDetails().size]).toEqual([null, 0]);
    expect(read('/status/1')).toBe('first');
    expect([...documents.askedDetails()]).toEqual([1]);
  });
});
