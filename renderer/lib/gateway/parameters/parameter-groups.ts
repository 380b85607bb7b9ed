export const parameterGroups = ['sampling', 'limits', 'reasoning', 'output', 'tools', 'advanced'] as const;
export type ParameterGroup = (typeof parameterGroups)[number];

const members: Readonly<Record<Exclude<ParameterGroup, 'advanced'>, string>> = {
  sampling: 'temperature top_p top_k seed presence_penalty frequency_penalty',
  limits:
    'max_tokens max_completion_tokens max_output_tokens stop stop_sequences truncation max_chunks_per_doc overlap_tokens',
  reasoning: 'reasoning_effort effort summary include_thoughts thinking_budget thinking_level',
  output:
    'stream include_usage n candidate_count verbosity response_format response_json_schema format logprobs top_logprobs modalities ' +
    'response_modalities include size quality style background output_format output_compression input_fidelity ' +
    'partial_images encoding_format dimensions return_documents voice speed instructions stream_format language ' +
    'timestamp_granularities audio_format seconds duration fps mode',
  tools: 'tools tool_choice parallel_tool_calls web_search_options',
};

const groupOfName = new Map(
  Object.entries(members).flatMap(([group, names]) =>
    names.split(' ').map((name) => [name, group as ParameterGroup] as const),
  ),
);

/** Returns the group that a parameter is listed in, from the last name of its path, in any spelling. */
export function groupOf(name: string): ParameterGroup {
  if (name.startsWith('toolConfig.')) return 'tools';
  const last = name.slice(name.lastIndexOf('.') + 1).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return groupOfName.get(last) ?? 'advanced';
}
