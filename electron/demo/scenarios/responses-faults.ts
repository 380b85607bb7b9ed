import { asRecord } from '../json-value.ts';
import type { Reply } from '../responses/reply.ts';
import { mapDocuments, mapSteps, withSteps } from '../responses/steps.ts';
import { withoutFinish } from './cuts-and-stalls.ts';
import { dialectFault, faultsOf } from './fault.ts';

export const responses = dialectFault('responses');

export const renameEvents = (reply: Reply, rename: (type: string | undefined) => string | undefined): Reply =>
  withSteps(reply, (steps) =>
    mapSteps(steps, (step) => {
      if (step.do !== 'send') return [step];
      const { event, ...rest } = step;
      const renamed = rename(event);
      return [renamed === undefined ? rest : { ...rest, event: renamed }];
    }),
  );

export const error = { code: 'server_error', message: 'The model failed while it answered' };

/** Quirks of the responses protocol. */
export const responsesFaults = faultsOf(
  `
  responses-missing-terminal | responses | cut | No completed event | 没有完成事件
  responses-failed | responses | refused | Failed response | 响应状态为失败
  responses-empty-output | responses | contents | Completed without output | 完成但没有输出
`,
  {
    'responses-missing-terminal': withoutFinish,
    'responses-failed': responses((reply) => {
      const failed = mapDocuments(
        reply,
        (document) => ({
          ...asRecord(document),
          ...('object' in asRecord(document)
            ? { status: 'failed', error }
            : {
                type: 'response.failed',
                response: { ...asRecord(asRecord(document).response), status: 'failed', error },
              }),
        }),
        'finish',
        'whole',
      );
      return renameEvents(failed, (type) => (type === 'response.completed' ? 'response.failed' : type));
    }),
    'responses-empty-output': responses((reply) =>
      mapDocuments(
        reply,
        (document) => {
          const event = asRecord(document);
          return { ...event, response: { ...asRecord(event.response), output: [] } };
        },
        'finish',
      ),
    ),
  },
);
