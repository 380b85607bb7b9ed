/** State of a task. Every state after `running` is final. */
export type TaskState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

/** Returns whether the gateway may still report another state; `checking` until it has reported one. */
export const isUnfinished = (state: string): state is 'checking' | 'queued' | 'running' =>
  state === 'checking' || state === 'queued' || state === 'running';

/**
 * The values that gateways and the services behind them use for the state of a task, as `plainTaskWord` writes them.
 * `unknown` and a missing value mean that the gateway has not processed the task yet: new-api reports so until its own
 * poller has run.
 */
export const taskStateSpellings: Readonly<Record<TaskState, readonly string[]>> = {
  queued: [
    '',
    ...['unknown', 'unspecified', 'new', 'none'],
    ...[
      'queued',
      'queue',
      'queueing',
      'queuing',
      'inqueue',
      'enqueued',
      'pending',
      'submitted',
      'submit',
      'submitting',
    ],
    ...['created', 'creating', 'notstart', 'notstarted', 'waiting', 'wait', 'preparing', 'prepare', 'accepted'],
    ...[
      'scheduled',
      'scheduling',
      'starting',
      'booting',
      'initializing',
      'initialized',
      'init',
      'throttled',
      'received',
    ],
    ...['requested', 'ordered', 'delayed', 'onhold', 'reserved', 'validating'],
    ...['排队', '排队中', '等待', '等待中', '待处理', '待执行', '已提交', '提交成功', '未开始', '准备中', '已创建'],
  ],
  running: [
    ...['inprogress', 'progress', 'processing', 'process', 'running', 'run', 'generating', 'rendering', 'active'],
    ...['started', 'start', 'working', 'executing', 'inference', 'inferencing', 'dreaming', 'uploading', 'encoding'],
    ...['transcoding', 'finalizing', 'postprocessing', 'downloading', 'doing', 'ongoing', 'retrying', 'streaming'],
    ...['处理中', '生成中', '进行中', '运行中', '执行中', '渲染中', '正在处理', '正在生成', '上传中'],
  ],
  succeeded: [
    ...[
      'completed',
      'complete',
      'succeeded',
      'success',
      'succeed',
      'done',
      'finished',
      'finish',
      'ready',
      'successful',
    ],
    ...['successfully', 'ok', 'generated', 'rendered', 'resolved', 'available', 'published', 'saved'],
    ...['成功', '已成功', '完成', '已完成', '生成成功', '生成完成', '处理成功', '处理完成', '任务完成'],
  ],
  failed: [
    ...['failed', 'failure', 'fail', 'error', 'errored', 'rejected', 'refused', 'denied', 'invalid', 'unsuccessful'],
    ...[
      'crashed',
      'dead',
      'timeout',
      'timedout',
      'moderated',
      'contentmoderated',
      'requestmoderated',
      'blocked',
      'nsfw',
    ],
    ...['contentfiltered', 'contentpolicyviolation', 'contentviolation', 'flagged', 'internalerror', 'systemerror'],
    ...[
      '失败',
      '已失败',
      '生成失败',
      '处理失败',
      '任务失败',
      '错误',
      '超时',
      '违规',
      '审核失败',
      '审核不通过',
      '审核未通过',
    ],
  ],
  cancelled: [
    ...['cancelled', 'canceled', 'cancel', 'cancelling', 'aborted', 'deleted', 'terminated', 'killed', 'stopped'],
    ...['revoked', '取消', '已取消', '已终止', '已停止', '已删除'],
  ],
  expired: ['expired', 'gone', 'purged', '过期', '已过期', '已失效'],
};

const stateOfWord: ReadonlyMap<string, TaskState> = new Map(
  (Object.keys(taskStateSpellings) as TaskState[]).flatMap((state) =>
    taskStateSpellings[state].map((word) => [word, state] as const),
  ),
);

/** What some services put before the word: `TASK_STATUS_SUCCEED`, `JOB_STATE_RUNNING`. */
const prefix = /^(?:(?:task|job|video|generation|operation|prediction)?(?:status|state))(?=.)/;

/** Returns a word in any case, with spaces, hyphens, underscores or none, as one word in lower case. */
export function plainTaskWord(word: string): string {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s_.-]+/g, '');
  return plain.replace(prefix, '');
}

/** Returns true when the table contains the value. */
export const isTaskWord = (word: string): boolean => stateOfWord.has(plainTaskWord(word));

/** Returns the state that a value means. An unknown value means in progress: giving up would lose the task. */
export function taskStateOf(word: string | null): TaskState {
  return stateOfWord.get(plainTaskWord(word ?? '')) ?? 'running';
}

/** Returns true when the task has ended, in success or failure. */
export const isTaskOver = (state: TaskState): boolean => state !== 'queued' && state !== 'running';
