import type { AddressInfo } from 'node:net';
import multipart from '@fastify/multipart';
import type { Branding } from '@upvigil/core/contract/branding';
import { limits } from '@upvigil/core/limits';
import { brandingMessages } from '@upvigil/core/texts/settings';
import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readBrandText } from '../../storage/settings/branding-store.ts';
import { auditOn } from '../../testing/change-on.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { answerError } from '../http/error-handler.ts';
import { brandingRoutes } from './branding.ts';

let test: TestStorage;
let app: FastifyInstance;
let address: string;
let published: number;

beforeEach(async () => {
  test = await openTestStorage();
  published = 0;
  app = fastify();
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  await app.register(multipart, { limits: { fileSize: Number.MAX_SAFE_INTEGER } });
  auditOn(app, test.db);
  brandingRoutes(app, { db: test.db, changes: { publish: () => void published++ } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/branding`;
});
afterEach(async () => {
  await app.close();
  await test.close();
});

const read = async (): Promise<Branding> => (await fetch(`${address}/`)).json() as Promise<Branding>;
const put = (body: object): Promise<Response> =>
  fetch(`${address}/`, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

async function upload(
  content: Buffer | string,
  name: string,
): Promise<{ status: number; body: Branding & { detail?: string } }> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(content)]), name);
  const answer = await fetch(`${address}/upload-logo`, { method: 'POST', body: form });
  return { status: answer.status, body: (await answer.json()) as Branding };
}

const shown = (branding: Branding): Buffer => Buffer.from(branding.logo_base64 ?? '', 'base64');
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });
const svg = (content: string, size = 'width="40" height="20"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
const clearBackground = {
  width: 720,
  height: 100,
  channels: 4 as const,
  background: { r: 0, g: 0, b: 255, alpha: 0.5 },
};

describe('the brand text', () => {
  it('is Upvigil at first', async () => {
    const answer = await fetch(`${address}/`);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.json()).toEqual({
      brand_type: 'text',
      brand_text: 'Upvigil',
      logo_base64: null,
      logo_mime_type: null,
    });
  });

  it('is the saved one, and the default again when it is empty', async () => {
    expect(await (await put({ brand_text: ' Acme <b>Status</b> ' })).json()).toMatchObject({
      brand_text: 'Acme <b>Status</b>',
      brand_type: 'text',
    });
    expect(await readBrandText(test.db)).toBe('Acme <b>Status</b>');
    expect(published).toBe(1);
    await put({ brand_text: '' });
    expect((await read()).brand_text).toBe('Upvigil');
  });

  it('has 50 characters at most', async () => {
    expect((await put({ brand_text: 'a'.repeat(limits.brandText.maxLength) })).status).toBe(200);
    expect((await put({ brand_text: 'a'.repeat(limits.brandText.maxLength + 1) })).status).toBe(422);
    expect((await put({ brand_type: 'banner' })).status).toBe(422);
  });
});

describe('a logo', () => {
  const formats = [
    ['PNG', 'logo.png', () => sharp({ create: clearBackground }).png().toBuffer()],
    ['JPEG', 'logo.jpg', () => noise(800, 600).jpeg().toBuffer()],
    ['GIF', 'logo.gif', () => noise(50, 50).gif().toBuffer()],
    ['SVG', 'logo.svg', async () => Buffer.from(svg('<rect width="40" height="20" fill="blue"/>'))],
  ] as const;
  it.each(formats)('of type %s is stored as a small WebP and shown from then on', async (_type, name, make) => {
    const { status, body } = await upload(await make(), name);
    expect(status).toBe(200);
    expect(body).toMatchObject({ brand_type: 'logo', logo_mime_type: 'image/webp' });
    const { format, width, height } = await sharp(shown(body)).metadata();
    expect(format).toBe('webp');
    expect(width).toBeLessThanOrEqual(limits.logoStored.maxWidth);
    expect(height).toBeLessThanOrEqual(limits.logoStored.maxHeight);
    expect(shown(body).length).toBeLessThanOrEqual(limits.logoStored.targetBytes);
    expect(await read()).toEqual(body);
  });

  it('keeps its aspect ratio and transparency', async () => {
    const { body } = await upload(await sharp({ create: clearBackground }).png().toBuffer(), 'logo.png');
    const { data, info } = await sharp(shown(body)).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 360, height: 50, channels: 4 });
    expect(data[3]).toBe(128);
  });

  it('that is an SVG loses its script and fills its space', async () => {
    const { status, body } = await upload(
      svg('<script>alert("mine")</script><rect width="40" height="20" fill="lime" onclick="alert(1)"/>'),
      'logo.svg',
    );
    expect(status).toBe(200);
    expect(shown(body).toString('latin1')).not.toMatch(/script|alert/);
    const { info, data } = await sharp(shown(body)).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 200, height: 100 });
    expect([...data.subarray(0, 3)]).toEqual([0, 255, 0]);
  });

  it('that is an SVG reads no file of the server', async () => {
    const { status, body } = await upload(svg('<image href="file:///etc/passwd" width="40" height="20"/>'), 'logo.svg');
    expect(status).toBe(200);
    expect((await sharp(shown(body)).stats()).isOpaque).toBe(false);
  });

  it('is recognised by its content: a PNG named .jpg is accepted', async () => {
    expect((await upload(await sharp({ create: clearBackground }).png().toBuffer(), 'logo.jpg')).status).toBe(200);
  });

  it.each([
    ['a text named .png', Buffer.from('this is a letter'), 'logo.png'],
    ['an HTML page named .svg', Buffer.from('<html><script>alert(1)</script></html>'), 'logo.svg'],
    ['nothing', Buffer.alloc(0), 'logo.png'],
  ])('is refused when it is %s', async (_what, content, name) => {
    const { status, body } = await upload(content, name);
    expect(status).toBe(415);
    expect(body.detail).toBe(brandingMessages.logoType);
    expect((await read()).brand_type).toBe('text');
  });

  it('is refused in a type that is not offered', async () => {
    for (const content of [await noise(20, 20).webp().toBuffer(), await noise(20, 20).tiff().toBuffer()]) {
      expect((await upload(content, 'logo.png')).status).toBe(415);
    }
  });

  it('is refused when it is damaged or huge', async () => {
    const whole = await noise(200, 200).png().toBuffer();
    expect((await upload(whole.subarray(0, 2000), 'logo.png')).status).toBe(422);
    const black = { create: { width: 9000, height: 9000, channels: 3 as const, background: 'black' } };
    expect((await upload(await sharp(black).png().toBuffer(), 'logo.png')).status).toBe(422);
  });

  it('that is an SVG may name any size', async () => {
    const { body } = await upload(
      svg('<rect width="90000" height="9000"/>', 'width="90000" height="9000"'),
      'logo.svg',
    );
    expect(await sharp(shown(body)).metadata()).toMatchObject({ width: 360 });
  });

  it('has 5 MiB at most', async () => {
    const { status, body } = await upload(Buffer.alloc(6 * 1024 * 1024), 'logo.png');
    expect(status).toBe(413);
    expect(body.detail).toBe('The logo must have at most 5.00 MB');
    expect((await upload(Buffer.alloc(limits.logoUploadBytes), 'logo.png')).status).toBe(415);
  });

  it('must be there', async () => {
    const none = await fetch(`${address}/upload-logo`, { method: 'POST', body: new FormData() });
    expect(none.status).toBe(422);
    const json = await fetch(`${address}/upload-logo`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(415);
  });

  it('disappears when it is deleted, and the text is shown again', async () => {
    await put({ brand_text: 'Acme' });
    await upload(await noise(20, 20).png().toBuffer(), 'logo.png');
    expect((await fetch(`${address}/logo`, { method: 'DELETE' })).status).toBe(204);
    expect(await read()).toEqual({ brand_type: 'text', brand_text: 'Acme', logo_base64: null, logo_mime_type: null });
  });
});
