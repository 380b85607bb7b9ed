import { type Reply, rawReply, type Step } from '#demo/responses/reply.ts';
import { withSteps } from '#demo/responses/steps.ts';
import { type Effect, faultsOf } from '#demo/scenarios/fault.ts';

const raw = (bytes: string | Uint8Array): Step => ({ do: 'raw', bytes });

const delta = (document: unknown): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: document }] })}\n\n`;

const finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

const simple =
  ': PING\n\ndata:{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\n\ndata: {"choices":[{"index":0,"delta":{"content":"Hi €"},"finish_reason":"stop"}],"usage":null}\n\ndata: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}\n\ndata: [DONE]\n\n';

/** Returns the same with CR LF, cut inside the three bytes of the euro sign. */
const simpleCut = (): Step[] => {
  const bytes = Buffer.from(simple.replaceAll('\n', '\r\n'));
  const middle = bytes.indexOf('€') + 1;
  return [raw(bytes.subarray(0, middle)), { do: 'wait', ms: 20 }, raw(bytes.subarray(middle))];
};

const call = (value: unknown): string => delta({ tool_calls: [value] });

/** Replaces a stream by a short one of exactly these bytes where it makes sense; other replies are unchanged. */
const fixture = (dialect: Reply['dialect'], steps: () => Step[]): Effect => ({
  alter: (reply) => (reply.dialect === dialect && reply.form === 'events' ? withSteps(reply, steps) : reply),
});

/** Tiny streams known byte for byte, for comparing readers. */
export const fixtureFaults = faultsOf(
  `
  fixture-s1 | chat
  fixture-s2 | chat
  fixture-s3 | chat
  fixture-s4 | any
  fixture-s5 | chat
  fixture-s6 | chat
  fixture-s7 | chat
  fixture-s8 | chat
  fixture-r1 | responses
  fixture-r2 | responses
`,
  {
    'fixture-s1': fixture('chat', () => [raw(simple)]),
    'fixture-s2': fixture('chat', simpleCut),
    'fixture-s3': fixture('chat', () => [
      raw(`${delta({ content: 'Hi' })}${delta({ content: ' there' })}data: [DONE]\n\n`),
    ]),
    'fixture-s4': {
      instead: () =>
        rawReply(
          400,
          'text/event-stream',
          '{"error":{"message":"bad (request id: 2026X)","type":"upstream_error","param":"","code":400}}',
        ),
    },
    'fixture-s5': fixture('chat', () => [
      raw(': PING\n\n{"error":{"message":"no channel","type":"new_api_error","code":"model_not_found"}}'),
    ]),
    'fixture-s6': fixture('chat', () => [
      raw(`${delta({ content: 'Hi' })}data: {"error":{"message":"quota"}}\n\ndata: [DONE]`),
    ]),
    'fixture-s7': fixture('chat', () => [
      raw(
        call({ index: 0, id: 'a', function: { name: 'f', arguments: '' } }) +
          call({ index: 0, id: null, function: { name: null, arguments: '{"x"' } }) +
          call({ function: { arguments: ':1}' } }) +
          finish.replace('"stop"', '"tool_calls"'),
      ),
    ]),
    'fixture-s8': fixture('chat', () => [
      raw(`${['<thi', 'nk>plan</th', 'ink>answer'].map((content) => delta({ content })).join('')}${finish}`),
    ]),
    'fixture-r1': fixture('responses', () => [
      raw(
        [
          {
            type: 'response.created',
            sequence_number: 0,
            response: { id: 'resp_r1', object: 'response', status: 'in_progress', output: [] },
          },
          {
            type: 'response.output_text.delta',
            sequence_number: 1,
            item_id: 'msg_r1',
            output_index: 0,
            content_index: 0,
            delta: 'Hi',
          },
          {
            type: 'response.output_text.delta',
            sequence_number: 2,
            item_id: 'msg_r1',
            output_index: 0,
            content_index: 0,
            delta: ' there',
          },
          {
            type: 'response.completed',
            sequence_number: 3,
            response: { id: 'resp_r1', object: 'response', status: 'completed', output: [] },
          },
        ]
          .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
          .join(''),
      ),
      { do: 'hang' },
    ]),
    'fixture-r2': fixture('responses', () => [
      raw(
        'event: error\ndata: {"type":"error","sequence_number":2,"error":{"code":"request_timeout","message":"x"}}\n\n',
      ),
    ]),
  },
);
