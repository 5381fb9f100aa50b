import { type AuditAction, auditActions, refusedSignIn } from '@upvigil/core/contract/audit-actions';
import { contract } from '@upvigil/core/contract/contract';
import type { Contract, Endpoint } from '@upvigil/core/contract/endpoint';
import { withoutSecretParameters } from '@upvigil/core/contract/secrets/secret-names';
import { shownAddress } from '@upvigil/core/contract/secrets/shown-address';
import { limits } from '@upvigil/core/limits';
import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../storage/database.ts';
import { apartFromCommitWork, type RunQuery, withCommitWork } from '../../storage/statements/before-commit.ts';
import { type Caller, newcomer, ownerOf } from '../caller.ts';
import { clientLabel } from '../client-label.ts';
import { insertEvent, insertEventQuery, type NewAuditEvent, rowQuery } from './audit-store.ts';
import { type AuditedKind, auditTargets } from './audit-targets.ts';
import { type AuditedRow, changesBetween } from './row-changes.ts';
import { signedIn, whileSigningIn } from './signed-in.ts';

/** A request that may change something. */
export interface AuditedRequest {
  endpoint: Endpoint;
  /** Null on public endpoints, until a sign-in found out who it is. Asked at the change. */
  caller(): Caller | null;
  ip: string;
  userAgent: string;
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
}

/** Writes down who changed what. */
export interface Audit {
  /** Does what a request asks for. What changes something leaves one event, in the transaction of the change. */
  during<Answer>(request: AuditedRequest, work: () => Promise<Answer>): Promise<Answer>;
  /** A sign-in was refused: one event a minute and network. */
  refused(network: string, ip: string): Promise<void>;
}

export interface AuditOptions {
  db: Database;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  log: { error(fields: object, message: string): void };
}

const actionsByEndpoint = new Map<Endpoint, AuditAction>(
  Object.entries(contract as Contract).flatMap(([group, entries]) =>
    Object.entries(entries).flatMap(([name, endpoint]): [Endpoint, AuditAction][] => {
      const action = (auditActions as Record<string, AuditAction | null>)[`${group}.${name}`];
      return action ? [[endpoint, action]] : [];
    }),
  ),
);

export function createAudit({ db, clock, log }: AuditOptions): Audit {
  const refusedAt = new Map<string, number>();
  const direct: RunQuery = async (query) => (await db.executeQuery(query)).rows;
  const write = async <Answer>(
    request: AuditedRequest,
    action: AuditAction,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    const describe = await begin(db, request, action, direct);
    const commitWork = {
      isDone: false,
      async beforeCommit(run: RunQuery, insertedId: number | null) {
        await run(insertEventQuery(db, await describe(run, insertedId, clock.now())));
      },
    };
    const answer = await withCommitWork(commitWork, work);
    if (!commitWork.isDone) {
      // Files, or nothing that was there to change. What was done is not undone because nobody could write it down.
      await describe(direct, null, clock.now())
        .then((event) => insertEvent(db, event))
        .catch((error: unknown) => log.error({ err: error, action }, 'a change could not be written to the audit'));
    }
    return answer;
  };
  return {
    async during(request, work) {
      const action = actionsByEndpoint.get(request.endpoint);
      return action ? whileSigningIn(() => write(request, action, work)) : work();
    },
    async refused(network, ip) {
      const now = clock.monotonic();
      for (const [known, at] of refusedAt) if (now - at >= minuteMs) refusedAt.delete(known);
      if (refusedAt.has(network)) return;
      refusedAt.set(network, now);
      const nobody = { actor_kind: 'system', actor_id: null, actor_name: 'nobody', via: 'api', ip };
      const target = { target_kind: 'session', target_id: null, target_name: null, changes: '[]' };
      const event = { at: clock.now(), ...nobody, action: refusedSignIn, ...target };
      // Apart from the sign-in that was asked for, whose event this would else bring along.
      await apartFromCommitWork(() => insertEvent(db, event)).catch((error: unknown) =>
        log.error({ err: error }, 'a refused sign-in could not be written to the audit'),
      );
    },
  };
}

type Describe = (run: RunQuery, insertedId: number | null, at: number) => Promise<NewAuditEvent>;

/** Looks at the thing as it is before the change. Returns what makes the event, within the transaction of the change. */
async function begin(db: Database, request: AuditedRequest, action: AuditAction, direct: RunQuery): Promise<Describe> {
  const kind = action.slice(0, action.indexOf('.')) as AuditedKind;
  const isNew = /\.(create|start|invite)$/.test(action);
  const lastParam = Object.values(request.params).at(-1);
  const paramId = typeof lastParam === 'number' ? lastParam : null;
  const read = async (run: RunQuery, id: number | null): Promise<AuditedRow> => {
    const target = auditTargets[kind];
    const place = target?.column === 'key' ? target.key : id;
    if (target === null || place === null) return null;
    return (await run(rowQuery(db, target, place)))[0] ?? null;
  };
  const before = isNew ? null : await read(direct, paramId);
  return async (run, insertedId, at) => {
    const id = isNew ? insertedId : paramId;
    const after = action.endsWith('.delete') || action.endsWith('.revoke') ? null : await read(run, id);
    const row = after ?? before;
    const changes =
      auditTargets[kind] === null || (id === null && row === null) ? asked(request) : changesBetween(before, after);
    return {
      at,
      ...actorOf(request),
      action,
      target_kind: kind,
      target_id: id,
      target_name: nameOf(row, request),
      changes: JSON.stringify(changes),
    };
  };
}

/** Of what has no row: what was asked for, as 'keep_count: 10'. */
const asked = ({ query }: AuditedRequest) =>
  Object.entries(query).flatMap(([field, value]) =>
    value === undefined || value === null
      ? []
      : [{ field, before: null, after: String(value).slice(0, limits.auditText) }],
  );

function actorOf({ caller, ip, userAgent }: AuditedRequest) {
  const { kind, id, name } = caller() ?? signedIn() ?? ownerOf(newcomer);
  return { actor_kind: kind, actor_id: id, actor_name: name, via: clientLabel(userAgent), ip };
}

/** What people call it. */
function nameOf(row: AuditedRow, { params, query }: AuditedRequest): string | null {
  const { name, title, label, target, content, message } = row ?? {};
  const ofContent = typeof content === 'string' ? (/"title":"((?:[^"\\]|\\.)*)"/.exec(content)?.[1] ?? null) : null;
  const found = [name, title, label, target, ofContent, message, params.name, query.name].find(
    (each) => typeof each === 'string' && each !== '',
  );
  if (typeof found !== 'string') return null;
  const shown = found === target ? shownAddress(found, 'public') : withoutSecretParameters(found);
  return shown.slice(0, limits.auditText);
}
