import { randomBytes, randomInt } from 'node:crypto';
import type { DeviceError } from '@upvigil/core/contract/device';
import { limits } from '@upvigil/core/limits';
import { minuteMs } from '@upvigil/core/time';
import type { Clock } from '../../base/clock.ts';
import type { Database, DatabaseTransaction } from '../../storage/database.ts';
import type { DeviceCodeRow } from '../../storage/tables/factor-tables.ts';
import type { SignInChange } from '../audit/audit.ts';
import { clientNetwork, widerNetwork } from '../client-network.ts';
import {
  approveDevice,
  countDevices,
  deleteExpiredDevices,
  deleteWaitingDevice,
  findDevice,
  insertDevice,
  listWaitingDevices,
  noteDeviceAsked,
  takeApprovedDevice,
} from '../device-store.ts';
import type { Arrival, StartSession } from '../factors/second-factors.ts';
import { listSignedInAddresses } from '../session-store.ts';
import { hashToken, type StartedSession } from '../sessions.ts';

/** No vowels and no look-alikes (RFC 8628, 6.1): eight letters give 34 bits. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const lifeMs = limits.device.minutes * minuteMs;
const intervalMs = limits.device.intervalSeconds * 1000;

/** A device's two codes: one that it keeps, one that a person types. */
interface DeviceCodes {
  deviceCode: string;
  /** 'ABCD-EFGH'. */
  userCode: string;
}

interface DeviceOptions {
  db: Database;
  clock: Pick<Clock, 'now'>;
  startSession: StartSession;
}

export type Devices = ReturnType<typeof createDevices>;

/** Sign-in of programs without a browser (RFC 8628). */
export function createDevices({ db, clock, startSession }: DeviceOptions) {
  /** Networks of the devices that started on this process, by hash, the oldest first. */
  const networks = new Map<string, string>();
  const makePlace = async (network: string): Promise<boolean> => {
    const hashes = new Set(await listWaitingDevices(db));
    for (const hash of networks.keys()) if (!hashes.has(hash)) networks.delete(hash);
    const waiting = [...hashes].map((hash) => ({ hash, network: networks.get(hash) ?? null }));
    const own = waiting.filter((device) => device.network === network);
    const isFull = (await countDevices(db)) >= limits.device.waiting;
    if (!isFull && own.length < limits.device.waitingOfNetwork) return true;
    const loser = isFull ? findDeviceToReplace(waiting, await signedInNetworks(db)) : (own[0]?.hash ?? null);
    if (loser === null) return false;
    await deleteWaitingDevice(db, loser);
    return true;
  };
  const start = async (network: string): Promise<DeviceCodes | null> => {
    const now = clock.now();
    await deleteExpiredDevices(db, now);
    if (!(await makePlace(network))) return null;
    const deviceCode = randomBytes(32).toString('base64url');
    const letters = newUserCode();
    const made = { hash: hashToken(deviceCode), userCode: letters, expiresAt: now + lifeMs };
    if (!(await insertDevice(db, made))) return start(network);
    networks.set(made.hash, network);
    const half = letters.length / 2;
    return { deviceCode, userCode: `${letters.slice(0, half)}-${letters.slice(half)}` };
  };
  return {
    /** `network`: the device's network. Null while too many approvals were not yet exchanged for a token. */
    start,
    /** Approves the device as this person. False when none waits with this code (letters only). */
    approve: (trx: DatabaseTransaction, userCode: string, userId: number | null): Promise<boolean> =>
      approveDevice(trx, { userCode, userId, now: clock.now() }),
    /** A new session once the device is approved, else the reason why not. */
    async token(deviceCode: string, arrival: Arrival, change: SignInChange): Promise<StartedSession | DeviceError> {
      const now = clock.now();
      const hash = hashToken(deviceCode);
      const device = await findDevice(db, hash, now);
      const refusal = refusalOf(device, now);
      if (refusal !== null) {
        if (device) await noteDeviceAsked(db, hash, now);
        return refusal;
      }
      return change(
        async (trx): Promise<StartedSession | DeviceError> => {
          const taken = await takeApprovedDevice(trx, hash, now);
          return taken === null ? 'expired_token' : startSession(trx, taken.user_id, arrival);
        },
        (answer) => (typeof answer === 'string' ? null : answer),
      );
    },
  };
}

/** Why a device gets no token yet; null when it does. */
function refusalOf(device: Pick<DeviceCodeRow, 'approved_at' | 'asked_at'> | null, now: number): DeviceError | null {
  if (device === null) return 'expired_token';
  if (device.approved_at !== null) return null;
  return device.asked_at !== null && now - device.asked_at < intervalMs ? 'slow_down' : 'authorization_pending';
}

const signedInNetworks = async (db: Database): Promise<string[]> =>
  (await listSignedInAddresses(db)).map((address) => clientNetwork(address));

const newUserCode = (): string =>
  Array.from({ length: limits.device.userCodeLetters }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

interface WaitingDevice {
  hash: string;
  /** Null: it started on another process, or before the start of this one. */
  network: string | null;
}

/**
 * The device that a newcomer replaces: the oldest of the network with most waiting devices. Networks with signed-in
 * users come last. Counts by the wider network, of which one holder may have many. `waiting`: the oldest first.
 */
export function findDeviceToReplace(waiting: readonly WaitingDevice[], signedIn: readonly string[]): string | null {
  const known = new Set(signedIn);
  const isKnown = ({ network }: WaitingDevice): boolean => network !== null && known.has(network);
  const strangers = waiting.filter((device) => !isKnown(device));
  const candidates = strangers.length > 0 ? strangers : waiting;
  const counts = new Map<string, number>();
  for (const device of candidates) counts.set(groupOf(device), (counts.get(groupOf(device)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return candidates.find((device) => counts.get(groupOf(device)) === most)?.hash ?? null;
}

const groupOf = ({ network }: WaitingDevice): string => (network === null ? 'elsewhere' : widerNetwork(network));
