import { type LanguageModel, parseJsonEventStream, streamText } from 'ai';
import { z } from 'zod';

type Model = Exclude<LanguageModel, string> & { specificationVersion: 'v3' };
type StreamPart = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

const chunk = z.object({
  id: z.string().nullish(),
  created: z.number().nullish(),
  model: z.string().nullish(),
  choices: z.array(
    z.object({
      index: z.number(),
      delta: z.object({ content: z.string().nullish() }),
      finish_reason: z.string().nullish(),
    }),
  ),
});
const noTokens = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** A chat model for the `ai` package built like its own providers: its event reader, a schema, and its kinds of parts. */
function chatModel(address: string): Model {
  return {
    specificationVersion: 'v3',
    provider: 'bench',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('it streams')),
    async doStream() {
      const answer = await fetch(`${address}/chat/completions`, { method: 'POST', body: '{}' });
      if (!answer.body) throw new Error('no body');
      const toParts = new TransformStream<{ success: boolean; value?: z.infer<typeof chunk> }, StreamPart>({
        start(controller) {
          controller.enqueue({ type: 'stream-start', warnings: [] });
          controller.enqueue({ type: 'text-start', id: '0' });
        },
        transform(event, controller) {
          const text = event.value?.choices[0]?.delta.content;
          if (text) controller.enqueue({ type: 'text-delta', id: '0', delta: text });
        },
        flush(controller) {
          controller.enqueue({ type: 'text-end', id: '0' });
          controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: noTokens });
        },
      });
      return { stream: parseJsonEventStream({ stream: answer.body, schema: chunk }).pipeThrough(toParts) };
    },
  };
}

/** Reads a streamed chat with the `ai` package and counts its deltas. */
export async function readWithAi(address: string): Promise<number> {
  let seen = 0;
  for await (const part of streamText({ model: chatModel(address), prompt: 'x' }).fullStream)
    if (part.type === 'text-delta') seen += 1;
  return seen;
}
