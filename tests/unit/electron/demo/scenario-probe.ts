import type { DemoGateway } from '#demo/gateway.ts';
import { chatBody } from './demo-client.ts';
import { type Capture, capture, eventsOf, type ParsedAnswer, parseAnswer } from './raw-client.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read properties of responses freely
export type Loose = any;

export interface Seen extends ParsedAnswer {
  raw: Capture;
  text: string;
  /** JSON of every event but `[DONE]`. */
  events: Loose[];
}

export const chatStream = { path: '/v1/chat/completions', body: chatBody('Weather in Rome', { stream: true }) };
export const chatWhole = { path: '/v1/chat/completions', body: chatBody('Weather in Rome') };
export const responseStream = {
  path: '/v1/responses',
  body: { model: 'demo-chat', input: 'Weather in Rome', stream: true },
};
const nativeBody = { contents: [{ parts: [{ text: 'Weather in Rome' }] }] };
export const nativeStream = { path: '/v1beta/models/demo-chat:streamGenerateContent?alt=sse', body: nativeBody };
export const nativeWhole = { path: '/v1beta/models/demo-chat:generateContent', body: nativeBody };
export const models = { method: 'GET', path: '/v1/models' };

export async function see(
  gateway: DemoGateway,
  scenario: string,
  request: { method?: string; path: string; body?: object } = chatStream,
  seenEnough?: (bytes: Buffer) => boolean,
): Promise<Seen> {
  const raw = await capture(gateway, { ...request, headers: { 'x-demo-scenario': scenario } }, seenEnough);
  const answer = parseAnswer(raw);
  const events = eventsOf(answer.body).flatMap((event) => {
    try {
      return [JSON.parse(event)];
    } catch {
      return [];
    }
  });
  return { ...answer, raw, text: answer.body.toString('utf8'), events };
}

export const contentOf = (events: Loose[]): string =>
  events.map((event) => event.choices?.[0]?.delta?.content ?? '').join('');
export const finishOf = (events: Loose[]): unknown =>
  events.map((event) => event.choices?.[0]?.finish_reason).find(Boolean);
export const callsOf = (events: Loose[]): Loose[] =>
  events.flatMap((event) => event.choices?.[0]?.delta?.tool_calls ?? []);
