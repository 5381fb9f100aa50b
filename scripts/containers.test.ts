import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { variableRules } from '@upvigil/server/base/config/config';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { documents } from './pack/product-package.ts';

const root = path.join(import.meta.dirname, '..');
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');

describe('the Dockerfile', () => {
  it('gives the packing all that it reads', () => {
    const [, tarball = ''] = dockerfile.split(/^(?=FROM )/m);
    const copied = [...tarball.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    const manifests = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json'];
    const read = [...documents, ...manifests, 'packages', 'scripts', 'lab/package.json'];
    expect(read.filter((name) => !copied.includes(name))).toEqual([]);
    expect(copied.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
    const left = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
    expect(read.filter((name) => left.includes(name) || left.includes(`**/${name}`))).toEqual([]);
  });

  it('gives the commands in the image a folder for their settings that may be written', () => {
    expect(dockerfile).toMatch(/^ENV .*\bDATA_DIR=\/data UPVIGIL_CONFIG_DIR=\/data\//m);
    expect(dockerfile).toMatch(/^VOLUME \/data$/m);
  });

  it('makes both images run as user 1000, with a health check, on any machine', () => {
    const stages = dockerfile.split(/^(?=FROM )/m).slice(1);
    const names = stages.map((stage) => / AS (\w+)/.exec(stage)?.[1]);
    expect(names).toEqual(['tarball', 'installed', 'slim', 'full']);
    for (const stage of stages.slice(2)) expect(stage.match(/^USER .*/gm)?.at(-1)).toBe('USER 1000:1000');
    expect(stages[2]).toMatch(/^HEALTHCHECK --start-period=\d+s .*process\.env\.PORT.*\/healthz/m);
    expect(dockerfile.replace(/^#.*/gm, '')).not.toMatch(/amd64|x86_64|x64|arm64|aarch64/i);
  });
});

const serviceSchema = z.object({
  build: z.object({ context: z.string(), target: z.enum(['slim', 'full']) }).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  volumes: z.array(z.string()),
  deploy: z.object({ replicas: z.int() }).optional(),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.null()),
});
const settings = variableRules.map(({ name }) => name);

describe.each(['compose.yaml', 'examples/postgres-workers/compose.yaml'])('%s', (file) => {
  const compose = composeSchema.parse(parse(readFileSync(path.join(root, file), 'utf8'), { merge: true }));
  const own = Object.values(compose.services).filter(({ build }) => build !== undefined);

  it('names only settings that there are, also in what is commented out', () => {
    const commented = /^ *# environment: (.*)$/m.exec(readFileSync(path.join(root, file), 'utf8'))?.[1];
    const named = [...own.map(({ environment }) => environment), commented ? parse(commented) : {}].flatMap(
      Object.keys,
    );
    expect(named.filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('builds from this repository and runs with a read-only root and an init', () => {
    expect(own.length).toBeGreaterThan(0);
    for (const { build, init, read_only, tmpfs, volumes } of own) {
      expect(path.resolve(root, path.dirname(file), build?.context ?? '')).toBe(root);
      expect({ init, read_only, tmpfs }).toEqual({ init: true, read_only: true, tmpfs: ['/tmp'] });
      expect(volumes).toEqual(['data:/data']);
    }
  });

  it('declares every volume that it uses', () => {
    const used = Object.values(compose.services).flatMap(({ volumes }) => volumes.map((each) => each.split(':', 1)[0]));
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.volumes)));
  });
});

it('the example with PostgreSQL has one web process and two workers', () => {
  const text = readFileSync(path.join(root, 'examples/postgres-workers/compose.yaml'), 'utf8');
  const { services } = composeSchema.parse(parse(text, { merge: true }));
  const roles = Object.values(services).map(({ environment, deploy }) => [environment.ROLE, deploy?.replicas ?? 1]);
  expect(roles).toEqual([
    [undefined, 1],
    ['web', 1],
    ['worker', 2],
  ]);
});
