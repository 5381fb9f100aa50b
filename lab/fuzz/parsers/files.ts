import { RequestError } from '@upvigil/core/contract/errors';
import { onePixel } from '@upvigil/core/testing/fake-state';
import { createMetadataSearch } from '@upvigil/server/checks/probe/metadata-search';
import { encodeLogo } from '@upvigil/server/storage/settings/logo';
import fc from 'fast-check';
import { bytesLike, textLike } from '../hostile.ts';
import { defineParser, type FuzzedParser, mustHold } from '../parser.ts';

const meta =
  '<!DOCTYPE html><html><head><title>a</title><meta name="wanted" content="b&amp;"><!-- x --></head><body itemprop=a>';
const metadata = defineParser({
  name: 'HTML metadata search',
  file: 'packages/server/src/checks/probe/metadata-search.ts',
  inputs: fc.record({
    page: bytesLike(
      Buffer.from(meta),
      Buffer.from(meta, 'utf16le'),
      Buffer.from('<svg><style><meta name=wanted></svg>'),
    ),
    tag: textLike('wanted', 'og:title'),
    value: fc.oneof(fc.constant(''), textLike('b&')),
    charset: textLike('utf-8', 'utf-16', 'shift_jis', 'x-user-defined'),
    repeated: fc.constantFrom(1, 1, 1, 200),
  }),
  open: () => ({
    parse({ page, tag, value, charset, repeated }) {
      const search = createMetadataSearch(tag, value === '' ? null : value, charset);
      for (let part = 0; part < repeated; part++) {
        search.add(page);
        while (search.isStepDue) search.step();
      }
      search.finish();
    },
  }),
});

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">';
const pictures = [
  Buffer.from(onePixel, 'base64'),
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  Buffer.from(`${svg}<script>alert(1)</script><rect width="9" height="9" fill="red"/></svg>`),
  Buffer.from(`${svg}<image xlink:href="file:///etc/passwd" width="9" height="9"/><use xlink:href="#a" id="a"/></svg>`),
  Buffer.from(
    `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${svg}<text>&b;&b;</text></svg>`,
  ),
];
const logo = defineParser<Buffer>({
  name: 'brand logo',
  file: 'packages/server/src/storage/settings/logo.ts',
  inputs: bytesLike(...pictures),
  // It decodes the image and tries several encodings.
  boundMs: 10_000,
  open: () => ({
    async parse(bytes) {
      try {
        const { base64 } = await encodeLogo(bytes);
        mustHold(Buffer.from(base64, 'base64').toString('latin1', 8, 12) === 'WEBP', 'only WebP is stored');
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
      }
    },
  }),
});

export const fileParsers: readonly FuzzedParser[] = [metadata, logo];
