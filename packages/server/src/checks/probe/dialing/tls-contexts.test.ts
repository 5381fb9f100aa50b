import { beforeAll, describe, expect, it } from 'vitest';
import { type Certificate, makeCertificate } from '../../../testing/targets/certificates.ts';
import { createTlsContexts, type TlsFiles, TlsFilesError } from './tls-contexts.ts';

const mostKept = 200;

let client: Certificate;
beforeAll(async () => {
  client = await makeCertificate();
});

/** Files with different content that are all valid, because a PEM file may have text before its certificate. */
const files = (number: number): TlsFiles => ({
  ca: `file ${number}\n${client.cert}`,
  certificate: client.cert,
  key: client.key,
});

describe('TLS contexts', () => {
  it('are one for all connections that bring nothing of their own', () => {
    const contexts = createTlsContexts([]);
    expect(contexts.of(undefined)).toBe(contexts.of(undefined));
  });

  it('are kept by what the files contain, whosever they are', () => {
    const contexts = createTlsContexts([]);
    const context = contexts.of(files(1));
    expect(contexts.of(files(1))).toBe(context);
    const others: TlsFiles[] = [
      { ...files(1), ca: files(2).ca },
      { ...files(1), ca: '' },
      { ...files(1), certificate: '', key: '' },
    ];
    for (const other of others) expect(contexts.of(other)).not.toBe(context);
    expect(contexts.of(files(1))).toBe(context);
  });

  it(`are ${mostKept} at most: the one that was not used for longest goes`, () => {
    const contexts = createTlsContexts([]);
    const made = Array.from({ length: mostKept }, (_, number) => contexts.of(files(number)));
    expect(contexts.of(files(0))).toBe(made[0]);
    contexts.of(files(mostKept));

    const isKept = (number: number): boolean => contexts.of(files(number)) === made[number];
    // Starts with the newest, because a context that is created again evicts another one.
    for (let number = mostKept - 1; number > 1; number -= 1) expect(isKept(number)).toBe(true);
    expect(isKept(0)).toBe(true);
    expect(isKept(1)).toBe(false);
  });

  it('are not made of files that cannot be used', () => {
    expect(() => createTlsContexts([]).of({ ...files(1), key: 'no key' })).toThrow(TlsFilesError);
  });
});
