import { rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { bundleFiles, bundleName } from '@upvigil/core/diagnostics/bundle-files';
import { formatBytes } from '@upvigil/core/format/bytes';
import { stripControls } from '@upvigil/core/format/foreign-text';
import type { BundledFile } from '@upvigil/server/diagnostics/bundle/bundle-archive';
import type { Context } from '../../context.ts';
import { CommandError } from '../../failures.ts';
import { toJson } from '../../output/json.ts';
import { confirmUnless, needAgreement } from '../backup/common.ts';
import { askServerOrHere } from './diagnose.ts';

interface BundleRequest {
  file: string;
  deep: boolean;
  yes: boolean;
}

const ownerOnly = 0o600;

/** Makes a support bundle, lists what is in it, asks, and saves it. */
export async function saveBundle(context: Context, { file, deep, yes }: BundleRequest): Promise<void> {
  const { terminal, form } = context;
  needAgreement(yes, context);
  const bundle = await askServerOrHere(
    context,
    { deep },
    {
      server: async (api) => await buffer((await api.diagnostics.bundle()).body),
      here: (diagnosis) => diagnosis.makeBundle(),
    },
  );
  const content = await listContent(bundle);
  const target = await targetOf(file, context.now());
  if (form !== 'json') {
    terminal.say('The support bundle holds:');
    for (const { name, size } of content)
      terminal.say(`  ${name.padEnd(18)}${formatBytes(size).padStart(10)}  ${aboutOf(name)}`);
  }
  const isThere = await exists(target);
  await confirmUnless(yes, context, isThere ? `${target} exists. Replace it?` : `Save it as ${target}?`);
  const part = `${target}.part`;
  await writeFile(part, bundle, { mode: ownerOnly });
  await rename(part, target);
  if (form === 'json') terminal.print(toJson({ file: target, size: bundle.length, content }));
  else terminal.print(target);
}

async function listContent(bundle: Buffer): Promise<{ name: string; size: number }[]> {
  const { unpackBundle } = await import('@upvigil/server/diagnostics/bundle/bundle-archive');
  const files: BundledFile[] = await unpackBundle(bundle).catch((error: unknown) => {
    throw new CommandError('The server sent something else than a support bundle', { cause: error });
  });
  return files.map(({ name, content }) => ({ name: stripControls(name), size: Buffer.byteLength(content) }));
}

const aboutOf = (name: string): string => Object.entries(bundleFiles).find(([known]) => known === name)?.[1] ?? '';

async function targetOf(file: string, now: number): Promise<string> {
  const isFolder = await stat(file).then(
    (found) => found.isDirectory(),
    () => /[/\\]$/.test(file),
  );
  return isFolder ? path.join(file, bundleName(now)) : file;
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
