import { expect, test } from 'vitest';
import { type BlamedParameter, parameterIn } from '#core/readers/failures/parameter-in.ts';

type Row = [message: string, name: string, problem: BlamedParameter['problem'], replacement?: string];

const rows: Row[] = [
  [
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'max_tokens',
    'unsupported',
    'max_completion_tokens',
  ],
  ["Unsupported value: 'temperature' does not support 0.2 with this model.", 'temperature', 'unsupported'],
  [
    'Invalid JSON payload received. Unknown name "foo" at \'generation_config\': Cannot find field.',
    'foo',
    'unsupported',
  ],
  ['stream_options: Extra inputs are not permitted', 'stream_options', 'unsupported'],
  [
    '1 validation error for Request\nfoo\n  Extra inputs are not permitted [type=extra_forbidden]',
    'foo',
    'unsupported',
  ],
  ["create() got an unexpected keyword argument 'top_k'", 'top_k', 'unsupported'],
  ['`top_k` is not supported with this model', 'top_k', 'unsupported'],
  ['reasoning_effort is not supported by this model', 'reasoning_effort', 'unsupported'],
  ['`temperature` is deprecated for this model.', 'temperature', 'unsupported'],
  ["property 'top_k' is unsupported, did you mean 'top_p'?", 'top_k', 'unsupported', 'top_p'],
  ['property foo should not exist', 'foo', 'unsupported'],
  ['Unrecognized request argument supplied: foo', 'foo', 'unsupported'],
  ['Unrecognized request arguments supplied: foo, bar', 'foo', 'unsupported'],
  ["Unrecognized key(s) in object: 'foo'", 'foo', 'unsupported'],
  ['json: unknown field "foo"', 'foo', 'unsupported'],
  ['Failed to deserialize: unknown field `foo`, expected one of `a`, `b`', 'foo', 'unsupported'],
  ['Unrecognized field "foo" (class x.Request), not marked as ignorable', 'foo', 'unsupported'],
  ["Additional properties are not allowed ('foo' was unexpected)", 'foo', 'unsupported'],
  ["openai does not support parameters: ['top_k'], for model=m.", 'top_k', 'unsupported'],
  ["openai does not support parameters: {'top_k': 1}, for model=m.", 'top_k', 'unsupported'],
  ['Argument not supported on this model: presence_penalty', 'presence_penalty', 'unsupported'],
  ['Model m does not support parameter reasoningEffort.', 'reasoningEffort', 'unsupported'],
  ["This model doesn't support the 'stop' parameter", 'stop', 'unsupported'],
  ['"foo" is not allowed', 'foo', 'unsupported'],
  ['max_tokens is deprecated in favor of max_completion_tokens', 'max_tokens', 'unsupported', 'max_completion_tokens'],
  [
    'The parameter max_tokens is not supported; it was renamed to max_output_tokens',
    'max_tokens',
    'unsupported',
    'max_output_tokens',
  ],
  ['不支持的参数: top_k', 'top_k', 'unsupported'],
  ['参数 top_k 不支持，请使用 top_p_value', 'top_k', 'unsupported', 'top_p_value'],
  ["Missing required parameter: 'messages'.", 'messages', 'missing'],
  ["'messages' is a required property", 'messages', 'missing'],
  ['"model" is required', 'model', 'missing'],
  ['field prompt is required', 'prompt', 'missing'],
  ['input is required', 'input', 'missing'],
  ['missing field `model` at line 1 column 2', 'model', 'missing'],
  ["Key: 'Request.Model' Error:Field validation for 'Model' failed on the 'required' tag", 'Model', 'missing'],
  ['max_tokens: Field required', 'max_tokens', 'missing'],
  ["data must have required property 'model'", 'model', 'missing'],
  ['缺少必填参数 model', 'model', 'missing'],
  ['model 参数不能为空', 'model', 'missing'],
  ["Invalid type for 'messages[0].content': expected string", 'messages[0].content', 'invalid'],
  ["Invalid 'n': integer above maximum value.", 'n', 'invalid'],
  ['The parameter `messages` specified in the request are not valid: empty', 'messages', 'invalid'],
  ['Range of max_tokens should be [1, 8192]', 'max_tokens', 'invalid'],
  ['json: cannot unmarshal string into Go struct field Request.max_tokens of type uint', 'max_tokens', 'invalid'],
  ['max_tokens must be positive', 'max_tokens', 'invalid'],
  ['`temperature` must be strictly positive', 'temperature', 'invalid'],
  ['messages.0.content: Input should be a valid string', 'messages.0.content', 'invalid'],
  ['参数 temperature 不合法', 'temperature', 'invalid'],
];

test.each(rows)('%s', (message, name, problem, replacement) => {
  expect(parameterIn(message)).toEqual({ name, problem, replacement: replacement ?? null });
});

test.each([
  'The model `gpt-4o` does not exist.',
  '`gpt-5-mini` is not supported',
  "Invalid value: 'low2'. Supported values are: 'low' and 'high'.",
  'Rate limit reached for requests',
  'You exceeded your current quota, please check your plan.',
  'it broke',
])('names no field: %s', (message) => {
  expect(parameterIn(message)).toBeNull();
});

test.each([
  ['Extra inputs are not permitted', 'unsupported'],
  ['Field required', 'missing'],
  ['Input should be less than 5', 'invalid'],
  ['不支持', 'unsupported'],
])('the field is named apart: %s', (message, problem) => {
  expect(parameterIn(message, 'body_field')).toEqual({ name: 'body_field', problem, replacement: null });
});

test('a model is no replacement of a field', () => {
  expect(parameterIn("'audio' is not supported with this model. Use 'gpt-4o-audio' instead.")?.replacement).toBeNull();
});
