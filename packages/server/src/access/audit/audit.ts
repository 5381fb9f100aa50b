import type { AuditChange } from '@upvigil/core/contract/audit';
import { type AuditAction, refusedSignIn } from '@upvigil/core/contract/audit-actions';
import { withoutSecretParameters } from '@upvigil/core/contract/secrets/secret-names';
import { shownAddress } from '@upvigil/core/contract/secrets/shown-address';
import { limits } from '@upvigil/core/limits';
import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import { type Caller, newcomer, ownerOf } from '../caller.ts';
import { clientLabel } from '../client-label.ts';
import { findAuditedRow, insertEvent, type NewAuditEvent } from './audit-store.ts';
import { type AuditedKind, auditTargets } from './audit-targets.ts';
import { type AuditedRow, changesBetween } from './row-changes.ts';

/** The actor as an event names them. */
export type AuditActor = Pick<Caller, 'kind' | 'id' | 'name'>;

/** A request that changes something. */
export interface AuditedRequest {
  action: AuditAction;
  /** Null on public endpoints: the owner, unless the change names who signed in. */
  caller: AuditActor | null;
  ip: string;
  userAgent: string;
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
}

/** Facts of an event that the request does not carry. */
interface EventDetails {
  /** The id of the created object. */
  id?: number | null;
  /** The person who signed in. */
  actor?: AuditActor;
  /** Of an action on many objects; by default the changes of the target. */
  changes?: readonly AuditChange[];
}

type Work<Answer> = (trx: DatabaseTransaction) => Promise<Answer>;
type ChangeWith<Details> = <Answer>(
  work: Work<Answer>,
  describe: (answer: Answer) => Details | null,
) => Promise<Answer>;

/**
 * Runs the change of a request and writes its event in the same transaction. `describe` adds facts that only the work
 * knows; null writes no event, because nothing changed. All statements of `work` must go through `trx`: SQLite has
 * one connection, so a statement outside the transaction would wait for its end.
 */
export type Change = <Answer>(
  work: Work<Answer>,
  describe?: (answer: Answer) => EventDetails | null,
) => Promise<Answer>;
/** For actions that create an object: the event names its id. */
export type Creation = ChangeWith<{ id: number | null }>;
/** For sign-ins: the event names who signed in. */
export type SignInChange = ChangeWith<{ actor: AuditActor }>;

/** The event of an action on files. */
interface FileEvent {
  /** Writes it in the running transaction. */
  write(trx: DatabaseTransaction): Promise<void>;
  /** Writes it after the action, which is not undone when the event cannot be written. */
  writeLate(): Promise<void>;
}

/** What the handler of an endpoint with this action uses to make its change. */
export type ChangeContext<Action extends AuditAction> = Action extends `backup.${string}`
  ? { event: FileEvent }
  : { change: ChangeOf<Action> };
type ChangeOf<Action> = Action extends 'session.start' | 'user.accept'
  ? SignInChange
  : Action extends `${string}.${'create' | 'start' | 'invite'}`
    ? Creation
    : Change;

interface RequestAudit {
  change: Change;
  event: FileEvent;
  /** Whether the event was written, or the handler reported that nothing changed. */
  isSettled(): boolean;
}

export type Audit = ReturnType<typeof createAudit>;

interface AuditOptions {
  db: Database;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  log: { error(fields: object, message: string): void };
}

export function createAudit({ db, clock, log }: AuditOptions) {
  const refusedAt = new Map<string, number>();
  return {
    /** Called before a changing request is handled. */
    begin(request: AuditedRequest): RequestAudit {
      let state: 'open' | 'nothing done' | 'written' = 'open';
      const write = async (trx: Database, before: AuditedRow, details: EventDetails): Promise<void> => {
        if (state === 'written') throw new Error(`A second event of one request: ${request.action}`);
        await insertEvent(trx, await makeEvent(trx, request, before, details, clock.now()));
      };
      return {
        async change(work, describe = () => ({})) {
          const { answer, details } = await db.transaction().execute(async (trx) => {
            const before = isCreation(request) ? null : await readTarget(trx, request, idOf(request));
            const found = await work(trx);
            const described = describe(found);
            if (described !== null) await write(trx, before, described);
            return { answer: found, details: described };
          });
          state = details === null ? 'nothing done' : 'written';
          return answer;
        },
        event: {
          async write(trx) {
            await write(trx, null, {});
            state = 'written';
          },
          async writeLate() {
            await write(db, null, {}).catch((error: unknown) =>
              log.error({ err: error, action: request.action }, 'a change could not be written to the audit log'),
            );
            state = 'written';
          },
        },
        isSettled: () => state !== 'open',
      };
    },
    /** Records a refused sign-in: one event a minute for each network. */
    async refused(network: string, ip: string): Promise<void> {
      const now = clock.monotonic();
      for (const [known, at] of refusedAt) if (now - at >= minuteMs) refusedAt.delete(known);
      if (refusedAt.has(network)) return;
      refusedAt.set(network, now);
      const nobody = { actor_kind: 'system', actor_id: null, actor_name: 'nobody', via: 'api', ip };
      const target = { target_kind: 'session', target_id: null, target_name: null, changes: '[]' };
      const event = { at: clock.now(), ...nobody, action: refusedSignIn, ...target };
      await insertEvent(db, event).catch((error: unknown) =>
        log.error({ err: error }, 'a refused sign-in could not be written to the audit log'),
      );
    },
  };
}

const kindOf = ({ action }: AuditedRequest): AuditedKind => action.slice(0, action.indexOf('.')) as AuditedKind;
const isCreation = ({ action }: AuditedRequest): boolean => /\.(create|start|invite)$/.test(action);
const isEnd = ({ action }: AuditedRequest): boolean => /\.(delete|revoke)$/.test(action);

/** The id in the request's path. */
function idOf({ params }: AuditedRequest): number | null {
  const last = Object.values(params).at(-1);
  return typeof last === 'number' ? last : null;
}

async function readTarget(db: Database, request: AuditedRequest, id: number | null): Promise<AuditedRow> {
  const target = auditTargets[kindOf(request)];
  const place = target?.column === 'key' ? target.key : id;
  return target === null || place === null ? null : findAuditedRow(db, target, place);
}

async function makeEvent(
  trx: Database,
  request: AuditedRequest,
  before: AuditedRow,
  details: EventDetails,
  at: number,
): Promise<NewAuditEvent> {
  const id = isCreation(request) ? (details.id ?? null) : idOf(request);
  const after = isEnd(request) ? null : await readTarget(trx, request, id);
  const row = after ?? before;
  const kind = kindOf(request);
  const isWithoutRow = auditTargets[kind] === null || (id === null && row === null);
  const actor = details.actor ?? request.caller ?? ownerOf(newcomer);
  return {
    at,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    via: clientLabel(request.userAgent),
    ip: request.ip,
    action: request.action,
    target_kind: kind,
    target_id: id,
    target_name: nameOf(row, request),
    changes: JSON.stringify(details.changes ?? (isWithoutRow ? asked(request) : changesBetween(before, after))),
  };
}

/** For objects without a row: the request's parameters, such as 'keep_count: 10'. */
const asked = ({ query }: AuditedRequest) =>
  Object.entries(query).flatMap(([field, value]) =>
    value === undefined || value === null
      ? []
      : [{ field, before: null, after: String(value).slice(0, limits.auditText) }],
  );

/** The name by which people know the object. */
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
