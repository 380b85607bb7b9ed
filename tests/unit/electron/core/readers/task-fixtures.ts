import type { AnswerFixture } from '../../../../support/readers/read-answer.ts';

const task = (name: string, value: unknown, tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
  name,
  kind: 'task',
  body: JSON.stringify(value),
  head: { streamAsked: false },
  tells,
  verdict: 'complete',
  ...rest,
});
const unexpected = 'warning unknown-shape';

/** Tasks as gateways and the services behind them write them. */
export const taskFixtures: AnswerFixture[] = [
  task(
    'a new task of new-api',
    { id: 'task_A', task_id: 'task_A', object: 'video', model: 'm', status: 'queued', progress: 0, created_at: 1 },
    ['task task_A queued 0 by m'],
  ),
  task('only an id', { task_id: 'task_A' }, ['task task_A queued null']),
  task(
    'the video object',
    {
      id: 'video_1',
      object: 'video',
      model: 'sora-2',
      status: 'completed',
      progress: 100,
      expires_at: 1_700_000_000,
      seconds: '4',
      error: null,
    },
    ['task video_1 succeeded 1 until 1700000000000 by sora-2'],
  ),
  task('state unknown', { task_id: 'task_A', status: 'unknown' }, ['task task_A queued null']),
  task('running', { id: 'task_A', status: 'in_progress', progress: 30, completed_at: 5 }, ['task task_A running 0.3']),
  task('an empty address', { id: 'task_A', status: 'completed', metadata: { url: '' } }, ['task task_A succeeded 1']),
  task('an address in the metadata', { id: 'a', status: 'completed', metadata: { url: 'https://h/v.mp4?s=1' } }, [
    'task a succeeded 1 at https://h/v.mp4?s=1',
  ]),
  task(
    'a failed row of new-api',
    {
      code: 'success',
      data: {
        id: 7,
        task_id: 'task_B',
        status: 'FAILURE',
        progress: '100%',
        fail_reason: 'moderated',
        result_url: 'moderated',
        data: {},
      },
    },
    ['task task_B failed 1 because moderated'],
  ),
  task(
    'a good row of new-api with the raw record of its service',
    {
      code: 'success',
      message: '',
      data: {
        id: 7,
        task_id: 'task_B',
        status: 'SUCCESS',
        progress: '100%',
        properties: { origin_model_name: 'kling' },
        data: {
          code: 0,
          data: { task_id: 'x', task_status: 'succeed', task_result: { videos: [{ url: 'https://v/1' }] } },
        },
      },
    },
    ['task task_B succeeded 1 at https://v/1 by kling'],
  ),
  task(
    'an old row whose reason is the address',
    { data: { task_id: 'b', status: 'SUCCESS', fail_reason: 'https://h/old.mp4' } },
    ['task b succeeded 1 at https://h/old.mp4'],
  ),
  task(
    'the simple form',
    { code: 'success', data: { task_id: 'task_C', status: 'succeeded', url: 'https://h/v.mp4', error: null } },
    ['task task_C succeeded 1 at https://h/v.mp4'],
  ),
  task('two envelopes', { code: 0, data: { code: 'success', data: { task_id: 'd', status: 'processing' } } }, [
    'task d running null',
  ]),
  task('an envelope with a state of its own', { status: 'success', data: { task_id: 'e' } }, ['task e queued null']),
  task(
    'the output of a service',
    { request_id: 'r', output: { task_id: 'f', task_status: 'SUCCEEDED', video_url: 'https://o/1.mp4' } },
    ['task f succeeded 1 at https://o/1.mp4'],
  ),
  task('creations', { id: 'g', state: 'success', creations: [{ id: 'c', url: 'https://c/1' }] }, [
    'task g succeeded 1 at https://c/1',
  ]),
  task('content', { id: 'h', status: 'succeeded', content: { video_url: 'https://c/2' }, model: 'doubao' }, [
    'task h succeeded 1 at https://c/2 by doubao',
  ]),
  task('a file', { task_id: 'i', status: 'Success', file: { download_url: 'https://f/1' }, base_resp: {} }, [
    'task i succeeded 1 at https://f/1',
  ]),
  task('progress in text', { id: 'j', status: 'Processing', progress: '62%' }, ['task j running 0.62']),
  task('progress as a fraction', { id: 'j', status: 'Queueing', progress: 0.62 }, ['task j queued 0.62']),
  task('progress in digits', { id: 'j', status: 'RUNNING', progress: '30' }, ['task j running 0.3']),
  task('progress that is none', { id: 'j', status: 'RUNNING', progress: 'soon' }, ['task j running null']),
  task('one percent', { id: 'j', status: 'RUNNING', progress: 1 }, ['task j running 0.01']),
  task('a word that nobody knows', { id: 'k', status: 'Marinating' }, ['task k running null', unexpected]),
  task('a word with blanks', { id: 'k', status: ' In Progress ' }, ['task k running null']),
  task('an error of the task', { id: 'l', status: 'failed', error: { code: 'moderation', message: 'Blocked' } }, [
    'task l failed null because Blocked',
  ]),
  task('an error in a sentence', { task_id: 'l', status: 'Fail', error: 'no quota left' }, [
    'task l failed null because no quota left',
  ]),
  task('an error of the service', { task_id: 'l', status: 'Fail', base_resp: { status_code: 1, status_msg: 'bad' } }, [
    'task l failed null because bad',
  ]),
  task('cancelled', { id: 'm', status: 'CANCELED' }, ['task m cancelled null']),
  task('expired', { id: 'm', status: 'EXPIRED', error: { message: 'gone' } }, ['task m expired null because gone']),
  task('an id of any name', { request_id: 'b53c8bb4-1' }, ['task b53c8bb4-1 queued null']),
  task('a job', { jobId: 'j-7', created: 1 }, ['task j-7 queued null']),
  task('a numeric id', { id: 1234 }, ['task 1234 queued null']),
  task('nothing but the id in an envelope', { code: 'success', data: 'aa-11-bb' }, ['task aa-11-bb queued null']),
  task('the name of an operation', { name: 'models/veo/operations/op1' }, [
    'task models/veo/operations/op1 queued null',
  ]),
  task(
    'an operation with its response',
    {
      name: 'operations/op1',
      done: true,
      response: {
        generateVideoResponse: { generatedSamples: [{ video: { uri: 'https://g/v1beta/files/f:download' } }] },
      },
    },
    ['task operations/op1 succeeded 1 at https://g/v1beta/files/f:download'],
  ),
  task(
    'an operation with an error',
    { name: 'operations/op1', done: true, error: { code: 3, message: 'Bad prompt' } },
    ['task operations/op1 failed null because Bad prompt'],
  ),
  task('an operation in progress', { name: 'operations/op1', done: false }, ['task operations/op1 running null']),
  task('a result at once, without an id', { created: 1, data: [{ url: 'https://h/a.mp4' }] }, [
    'task  succeeded 1 at https://h/a.mp4',
  ]),
  task('a result without a status', { video: { url: 'https://h/b', duration: 6 }, model: 'grok' }, [
    'task  succeeded 1 at https://h/b by grok',
  ]),
  task(
    'a refusal under a good status',
    { task_id: '', base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
    [],
    { verdict: 'failed', code: 'quota' },
  ),
  task('a list of results', { id: 'p', status: 'succeeded', data: [{ url: 'https://h/c' }] }, [
    'task p succeeded 1 at https://h/c',
  ]),
  task(
    'an output that is an address',
    { id: 'p', status: 'succeeded', output: 'https://h/d', urls: { get: 'https://h/p' } },
    ['task p succeeded 1 at https://h/d'],
  ),
  task('an address in an output', { id: 'p', status: 'COMPLETED', output: { result: 'https://h/e' } }, [
    'task p succeeded 1 at https://h/e',
  ]),
  task(
    'a result beside its cover',
    { id: 'p', task_status: 'SUCCESS', video_result: [{ cover_image_url: 'https://h/c.png', url: 'https://h/f.mp4' }] },
    ['task p succeeded 1 at https://h/f.mp4'],
  ),
  task(
    'frames and inputs, which are not results',
    {
      id: 'p',
      status: 'done',
      input: { image_url: 'https://h/in.mp4' },
      last_frame_url: 'https://h/l.mp4',
      poster: 'https://h/p.jpg',
    },
    ['task p succeeded 1'],
  ),
  task(
    'the only address with the extension of a video',
    { id: 'p', status: 'done', foo: { bar: 'https://h/g.webm?x=1' } },
    ['task p succeeded 1 at https://h/g.webm?x=1'],
  ),
  task('a path at the gateway', { id: 'p', status: 'done', result: { url: '/v1/files/7/content' } }, [
    'task p succeeded 1 at /v1/files/7/content',
  ]),
  task('a number with a text beside it', { id: 'q', status: 2, status_text: 'Succeeded' }, ['task q succeeded 1']),
  task('a number with a result', { id: 'q', status: 2, video_url: 'https://h/h.mp4' }, [
    'task q succeeded 1 at https://h/h.mp4',
  ]),
  task('a number alone', { id: 'q', status: 3 }, ['task q running null', unexpected]),
  task('a word in another spelling', { id: 'r', status: 'TASK_STATUS_SUCCEED' }, ['task r succeeded 1']),
  task('a word in Chinese', { id: 'r', status: '排队中' }, ['task r queued null']),
  task('a moderated task', { id: 'r', status: 'Content Moderated' }, ['task r failed null']),
  task('steps as progress', { id: 's', status: 'Running', progress: 'step 3 of 12' }, ['task s running 0.25']),
  task('a percentage under another name', { id: 's', status: 'Running', percentage: 45 }, ['task s running 0.45']),
  task('no record', { code: 'success', message: '', data: null }, [], { verdict: 'empty', code: 'empty' }),
  task('an error under a good status', { code: 'task_not_exist', message: 'task_not_exist', data: null }, [], {
    verdict: 'failed',
    code: 'not-found',
  }),
  task('a lost task', { code: 'task_not_exist', message: 'task_not_exist', data: null }, [], {
    head: { status: 400, streamAsked: false },
    verdict: 'failed',
    code: 'not-found',
  }),
  task('another answer', { id: 'chatcmpl-1', choices: [] }, ['raw {"id":"chatcmpl-1","choices":[]}'], {
    verdict: 'failed',
    code: 'wrong-type',
  }),
];
