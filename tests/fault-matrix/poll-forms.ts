import type { TaskTimings } from '#core/tasks/polling/task-timings.ts';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import type { FailureCode, SentFlag } from '#shared/protocol/failure.ts';
import type { Door } from '../support/gateways/doors.ts';
import type { CellState } from './cell.ts';
import type { Give, TaskGateway } from './task-gateway.ts';

/** One form of a polling fault. The first poll succeeds, and the fault strikes those after it. */
export interface PollForm {
  name: string;
  /** The response to every poll while the fault lasts; `count` counts from 1. */
  look: Give;
  /** How many of those polls reach the gateway before the fault has had its effect. */
  looks: number | 'some';
  /** Polls that failed by then, where none of them reaches the gateway. */
  missed?: number;
  /** The response to the first poll, where it is a special one. */
  before?: Give;
  /** Runs when the first poll was answered. */
  strike?(gateway: TaskGateway): unknown;
  /** Where it differs from the outcome of the cell. */
  state?: CellState;
  code?: FailureCode;
  sent?: SentFlag;
  /** Why polling is paused. */
  why?: NonNullable<TaskDetail['paused']>['why'];
  /** How the task ends. */
  task?: TaskDetail['state'];
  /** Minimum delay of the next poll, in milliseconds. */
  nextInMs?: number;
  stops?: true;
  door?: Door;
  deadlines?: { headersMs?: number; idleMs?: number; totalMs?: number };
  timings?: Partial<TaskTimings>;
}
