import type { SessionTimings } from '#core/realtime/timings.ts';
import type { SessionDraftInput } from '#shared/contract/realtime.ts';
import type { FailureCode, SentFlag } from '#shared/protocol/failure.ts';
import type { GatewaySocket, SessionGateway, SessionPlay } from '../support/gateways/session-gateway.ts';
import type { CellState } from './cell.ts';
import type { Door } from './doors.ts';

/** One form of a fault of a handshake. */
export interface HandshakeForm {
  name: string;
  handshake: NonNullable<SessionPlay['handshake']>;
  /** Handshakes that reach the gateway. */
  handshakes: number;
  /** Attempts to connect; as many as handshakes, without. */
  attempts?: number;
  door?: Door;
  /** Happens before the session is started. */
  strike?(gateway: SessionGateway): unknown;
  /** Where it is other than the outcome of the cell. */
  code?: FailureCode;
  sent?: SentFlag;
  /** The last attempt makes a session. */
  heals?: true;
  /** Words of the refusal that have to be in the record. */
  kept?: string;
  /** The shortest wait before the second attempt, in milliseconds. */
  waitsMs?: number;
  /** The person ends it when the gateway has the handshake. */
  ends?: true;
  timings?: Partial<SessionTimings>;
}

/** One form of how a session ends, or does not. It is live when the fault strikes. */
export interface CloseForm {
  name: string;
  strike(socket: GatewaySocket, gateway: SessionGateway): unknown;
  /** An answer is under way: `Hel` and `lo` have come. */
  isAnswering?: true;
  /** The close code that is shown; `null` when the connection stays. */
  shown: number | null;
  /** This side closes. */
  byUs?: true;
  /** Where it is other than the outcome of the cell. */
  state?: CellState;
  code?: FailureCode;
  /** Words of the reason that have to be shown. */
  words?: RegExp;
  reconnects?: true;
  /** The shortest gap, in milliseconds. */
  gapMs?: number;
  /** Kinds of frames that have to be in the record. */
  kinds?: readonly string[];
  timings?: Partial<SessionTimings>;
  draft?: Partial<SessionDraftInput>;
  /** What the person does. */
  acts?: 'end' | 'sound';
}
