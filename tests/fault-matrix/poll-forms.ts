import type { TaskTimings } from '#core/tasks/polling/task-timings.ts';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import type { FailureCode, SentFlag } from '#shared/protocol/failure.ts';
import type { CellState } from './cell.ts';
import type { Door } from './doors.ts';
import type { Give, TaskGateway } from './task-gateway.ts';

/** One form of a fault of a look at a task. The first look is answered well, and the fault strikes those after it. */
export interface PollForm {
  name: string;
  /** The answer to every look while the fault lasts; `count` counts from 1. */
  look: Give;
  /** How many looks of those reach the gateway before the fault has had its effect. */
  looks: number | 'some';
  /** Looks that failed by then, where none of them reaches the gateway. */
  missed?: number;
  /** The answer to the first look, where it is a special one. */
  before?: Give;
  /** Happens when the first look was answered. */
  strike?(gateway: TaskGateway): unknown;
  /** Where it is other than the outcome of the cell. */
  state?: CellState;
  code?: FailureCode;
  sent?: SentFlag;
  /** Why the asking rests. */
  why?: NonNullable<TaskDetail['paused']>['why'];
  /** How the task ends. */
  task?: TaskDetail['state'];
  /** The next look is so far away, in milliseconds. */
  nextInMs?: number;
  stops?: true;
  door?: Door;
  deadlines?: { headersMs?: number; idleMs?: number; totalMs?: number };
  timings?: Partial<TaskTimings>;
}
