import type { TaskRule } from './tasks.ts';

/** Fills what a rule leaves out: the id, the state, the progress and the result are then found by their names. */
const byNames = {
  idAt: '',
  pollMethod: 'GET',
  stateAt: '',
  doneWords: [] as string[],
  failedWords: [] as string[],
  progressAt: '',
  mediaAt: '',
  errorAt: '',
} as const satisfies Omit<TaskRule, 'pollPath'>;

/**
 * Rules for the forms of asynchronous routes that are common among relays, by their structure. `{path}` is the path of
 * the submission, `{parent}` the same without its last segment.
 */
export const readyRules = {
  /** new-api and its relatives. */
  'video-api': { pollPath: '/v1/video/generations/{id} /v1/videos/{id} /v1/tasks/{id}' },
  /** Replicate, Kling and others: a collection whose items are read below it. */
  'path-id': { pollPath: '{path}/{id}' },
  /** fal: a queue with the state and the result at two paths. */
  queue: { pollPath: '{path}/requests/{id}/status', resultPath: '{path}/requests/{id}' },
  /** RunPod. */
  'run-status': { pollPath: '{parent}/status/{id}' },
  /** Zhipu. */
  'async-result': { pollPath: '/api/paas/v4/async-result/{id} /v1/async-result/{id}' },
  /** MiniMax: the state names a file, whose address is a further request. */
  'query-file': {
    pollPath: '/v1/query/video_generation?task_id={id}',
    resultPath: '/v1/files/retrieve?file_id={file_id}',
  },
  /** Gemini and Vertex: the id is a path of its own. */
  'operation-name': { pollPath: '/v1beta/{id} /v1/{id}' },
  /** Images that are made asynchronously. */
  images: { pollPath: '/v1/tasks/{id} /v1/images/tasks/{id} /v1/images/generations/{id}', allResults: true },
} as const satisfies Record<string, Pick<TaskRule, 'pollPath'> & Partial<TaskRule>>;
export type ReadyRule = keyof typeof readyRules;

export const readyRuleNames = Object.keys(readyRules) as ReadyRule[];

/** Returns a ready rule for tasks that are submitted to a path. */
export function readyRule(name: ReadyRule, path = ''): TaskRule {
  const own = path.replace(/(?<!\/)\/+$/, '');
  const fill = (text: string) => text.replaceAll('{path}', own).replaceAll('{parent}', own.replace(/\/[^/]*$/, ''));
  const rule: Pick<TaskRule, 'pollPath'> & Partial<TaskRule> = readyRules[name];
  return {
    ...byNames,
    ...rule,
    pollPath: fill(rule.pollPath),
    ...(rule.resultPath !== undefined && { resultPath: fill(rule.resultPath) }),
  };
}
