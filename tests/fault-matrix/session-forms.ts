import type { SessionTimings } from '#core/realtime/timings.ts';
import type { SessionDraftInput } from '#shared/contract/realtime.ts';
import type { FailureCode, SentFlag } from '#shared/protocol/failure.ts';
import type { Door } from '../support/gateways/doors.ts';
import type { GatewaySocket, SessionGateway, SessionPlay } from '../support/gateways/session-gateway.ts';
import type { CellState } from './cell.ts';

/** One form of a fault of a handshake. */
export interface HandshakeForm {
  name: string;
  handshake: NonNullable<SessionPlay['handshake']>;
  /** Handshakes that reach the gateway. */
  handshakes: number;
  /** Attempts to connect; as many as handshakes by default. */
  attempts?: number;
  door?: Door;
  /** Runs before the session is started. */
  strike?(gateway: SessionGateway): unknown;
  /** Where it differs from the outcome of the cell. */
  code?: FailureCode;
  sent?: SentFlag;
  /** The last attempt opens a session. */
  heals?: true;
  /** Text of the rejection that must be in the record. */
  kept?: string;
  /** The shortest wait before the second attempt, in milliseconds. */
  waitsMs?: number;
  /** The user ends it when the gateway has the handshake. */
  ends?: true;
  timings?: Partial<SessionTimings>;
}

/** One form of a session end, or of its absence. It is live when the fault strikes. */
export interface CloseForm {
  name: string;
  strike(socket: GatewaySocket, gateway: SessionGateway): unknown;
  /** A reply is in progress: `Hel` and `lo` have arrived. */
  isAnswering?: true;
  /** The close code that is shown; `null` when the connection stays open. */
  shown: number | null;
  /** This side closes. */
  byUs?: true;
  /** Where it differs from the outcome of the cell. */
  state?: CellState;
  code?: FailureCode;
  /** Text of the reason that must be shown. */
  words?: RegExp;
  reconnects?: true;
  /** The shortest gap, in milliseconds. */
  gapMs?: number;
  /** Kinds of frames that must be in the record. */
  kinds?: readonly string[];
  timings?: Partial<SessionTimings>;
  draft?: Partial<SessionDraftInput>;
  /** What the user does. */
  acts?: 'end' | 'sound';
}
