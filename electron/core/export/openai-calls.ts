import type { RouteId } from '#shared/protocol/route.ts';

/** One call of the `openai` Python library. */
export interface OpenaiCall {
  method: string;
  /** Path parameters that it takes first, by position. */
  path: readonly string[];
  /** Required arguments. */
  needs: readonly string[];
  /** Arguments that every release of the last years accepts; everything else is passed in `extra_body`. */
  takes: ReadonlySet<string>;
  /** Arguments that are lists: a form names their fields with `[]`. */
  lists?: ReadonlySet<string>;
  /** Arguments that are files. */
  files?: ReadonlySet<string>;
}

const words = (text: string) => new Set(text.split(' '));

const chat =
  'messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens ' +
  'metadata modalities n parallel_tool_calls prediction presence_penalty reasoning_effort response_format seed ' +
  'service_tier stop store stream stream_options temperature tool_choice tools top_logprobs top_p user';
const responses =
  'include input instructions max_output_tokens metadata model parallel_tool_calls previous_response_id reasoning store ' +
  'stream temperature text tool_choice tools top_p truncation user';

/** The routes that the library supports. */
export const openaiCalls: Partial<Record<RouteId, OpenaiCall>> = {
  'chat.completions': { method: 'chat.completions.create', path: [], needs: ['messages', 'model'], takes: words(chat) },
  responses: { method: 'responses.create', path: [], needs: [], takes: words(responses) },
  embeddings: {
    method: 'embeddings.create',
    path: [],
    needs: ['input', 'model'],
    takes: words('input model dimensions encoding_format user'),
  },
  models: { method: 'models.list', path: [], needs: [], takes: new Set() },
  'images.generations': {
    method: 'images.generate',
    path: [],
    needs: ['prompt'],
    takes: words(
      'prompt background model moderation n output_compression output_format partial_images quality response_format size stream style user',
    ),
  },
  'images.edits': {
    method: 'images.edit',
    path: [],
    needs: ['image', 'prompt'],
    takes: words(
      'image prompt background input_fidelity mask model n output_compression output_format partial_images quality response_format size stream user',
    ),
    lists: words('image'),
    files: words('image mask'),
  },
  'audio.speech': {
    method: 'audio.speech.with_streaming_response.create',
    path: [],
    needs: ['input', 'model', 'voice'],
    takes: words('input model voice instructions response_format speed stream_format'),
  },
  'audio.transcriptions': {
    method: 'audio.transcriptions.create',
    path: [],
    needs: ['file', 'model'],
    takes: words(
      'file model chunking_strategy include language prompt response_format stream temperature timestamp_granularities',
    ),
    lists: words('include timestamp_granularities'),
    files: words('file'),
  },
  'audio.translations': {
    method: 'audio.translations.create',
    path: [],
    needs: ['file', 'model'],
    takes: words('file model prompt response_format temperature'),
    files: words('file'),
  },
  'videos.get': { method: 'videos.retrieve', path: ['task_id'], needs: [], takes: new Set() },
  'videos.content': { method: 'videos.download_content', path: ['task_id'], needs: [], takes: new Set() },
  'videos.remix': { method: 'videos.remix', path: ['video_id'], needs: ['prompt'], takes: words('prompt') },
};
