/**
 * Expressions that are not linear in theory, by their text, with the bound that makes them harmless: a repetition of at
 * most some hundred characters from each start, or a limit on the input.
 */
export const boundedExpressions: ReadonlyMap<string, string> = new Map([
  [String.raw`/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g`, 'at most 36 characters from each start'],
  [
    String.raw`/too (?:large|big)|maximum (?:content|file|body|request|upload)?\s?size|size limit|exceeds?[^.]{0,40}\d ?[kmg]i?b\b|less than \d+ ?[kmg]i?b\b|\d ?[kmg]i?b (?:limit|maximum)/i`,
    'at most 40 characters from each start',
  ],
  [
    String.raw`/^\s+at (?:(?:async |new )?([\w$.<>]{1,80})(?: \[as [\w$.]{1,80}\])? \()?([^()]*?)([\w.@-]{1,60}:\d+:\d+)\)?$/`,
    'lines of at most 1,000 characters',
  ],
  [String.raw`/[ !#-[\]-~]{0,32}$/`, 'a text of at most 32 characters'],
  [String.raw`/\breplace\s+(\S.*?)\s(?:with|by)\s(.+)$/i`, 'the first 200 characters of an instruction to the demo'],
  [`/<title[^>]{0,200}>([^<]{0,1000})/i`, 'at most 1,200 characters from each start, in the first 100,000 of a page'],
  [
    String.raw`/[A-Za-z0-9+/_-]{96}\/patchbay\/body\/(\d{1,12})\/(\d{1,12})\//g`,
    'at most 136 characters from each start',
  ],
  [
    String.raw`/!?\[([^[\]]{0,500})\]\([^)\s]{0,500}(?:\s{1,10}"[^"]{0,500}")?\)/g`,
    'a text of at most 10,000 characters',
  ],
  [`/[!-~]{4000,}/g`, 'a paragraph of at most 16,000 characters'],
  [String.raw`/\B(?=(\d{3})+$)/g`, 'the digits of a number, at most 21'],
  [
    `/dall-e|gpt-image|imagen|flux|seedream|qwen-image|kolors|(?:^|[-/])sd-|stable-diffusion|jimeng.{0,80}image|-image/`,
    'at most 80 characters from each start',
  ],
  [
    String.raw`/ ?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]| ?[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]{1,14}| ?\p{N}{1,3}| ?[^\s\p{L}\p{M}\p{N}]|\s+/gv`,
    'not read by the checker: at most 15 characters from each start, or a run of blanks that is taken whole',
  ],
  [String.raw`/^response[._].*(?:function_call|tool_call)\w*[._]delta$/`, 'an event type of at most 200 characters'],
  [
    String.raw`/^response[._].*(?:function_call|tool_call)\w*[._](?:done|completed)$/`,
    'an event type of at most 200 characters',
  ],
  [String.raw`/^response[._].*transcript\w*[._](?:delta|chunk)$/`, 'an event type of at most 200 characters'],
  [String.raw`/^response[._].*transcript\w*[._](?:done|completed)$/`, 'an event type of at most 200 characters'],
  [
    String.raw`/^(?!response[._]).*transcri\w*(?:[._]text)?[._](?:failed|error)$/`,
    'an event type of at most 200 characters',
  ],
  [
    String.raw`/^(?!response[._]).*transcri\w*(?:[._]text)?[._](?:delta|chunk)$/`,
    'an event type of at most 200 characters',
  ],
  [
    String.raw`/^(?!response[._]).*transcri\w*(?:[._]text)?[._](?:done|completed?|final)$/`,
    'an event type of at most 200 characters',
  ],
  [
    String.raw`/^(?!response[._]).*transcri\w*[._](?:text|partial|interim)$/`,
    'an event type of at most 200 characters',
  ],
  [
    String.raw`/(?<![\w*.])([\w-]{0,40})(\*{2,64}|[•●]{2,64}|…|\.{3,64})([\w-]{0,40})(?![\w*@])/g`,
    'at most 144 characters from each start',
  ],
  [String.raw`/\.?0+$/`, 'the digits of a number, at most 35'],
  [String.raw`/\/v1beta(?=\/(?:.*\/)?v\d+(?:beta)?$)/`, 'a base URL of at most 2,048 characters'],
  [
    String.raw`/([A-Za-z_][\w.]{0,100})['"${'`'}」]?\s?(?:参数|字段)?(?:不能为空|必填|为必填项|是必须的|不可为空)/`,
    'at most 100 characters from each start, in a message of at most 16,384',
  ],
  [`/[.[]+$/`, 'a name of at most 110 characters'],
  [String.raw`/\p{L}{2,}[^\S\r\n]+\p{L}/u`, 'the first 400 characters of a text'],
  [
    String.raw`/!\[[^\]\n]{0,300}\]\(\s{0,8}<?(https?:\/\/[^\s)>]{1,4000})/gi`,
    'at most 310 characters from each start that is no image',
  ],
  [
    String.raw`/\bmodel does not support .{1,60} API\b|\boperation does not work with the specified model\b|["'${'`'}] does not support (?:chat|generate|completions?|embeddings?)\b|\bmodel does not support (?:embeddings?|reranking|chat|generate|completions?|transcriptions?)\b|\bnot a chat model\b|\bonly supported in v1\/(?:responses|completions|chat)|\bmodels?\b.{0,80}\bis not supported (?:for|in|on|by|with) (?:the )?(?:v1beta|v1|this (?:api|endpoint|route)|\w{1,30} (?:api|endpoint))\b|\bnot supported for (?:generateContent|embedContent|predict)/i`,
    'at most 110 characters from each start, in a message of at most 16,384',
  ],
  [
    String.raw`/no available channel|no healthy deployments for this model|no deployments available for selected model|no endpoints found for|无可用渠道|model.{0,120}(?:does not exist|doesn['’]t exist|not found|not available|no longer available|is not loaded|not deployed|has been (?:decommissioned|deprecated|retired|shut ?down|removed))|(?:no such|unknown|invalid) model\b|invalid model name|unable to access model|is not a valid model\b|unsupported model\b|no models? (?:is |are )?loaded|(?:the )?model (?:identifier|id|name) is invalid|on-demand throughput isn['’]t supported|模型.{0,80}(?:不存在|未找到|已下线|未上线|不可用)|(?:不存在|未找到|不支持)(?:该|此|的)?模型/i`,
    'at most 120 characters from each start, in a message of at most 16,384',
  ],
  [
    String.raw`/(?:maximum|max) context (?:length|size|window)|ContextWindowExceeded|context (?:length|window|size).{0,60}exceed|exceed.{0,60}context (?:length|window|size)|prompt is too long|input (?:token count.{0,40}exceeds|is too long)|longer than the (?:model['’]s )?context|too many (?:input |prompt |total )?tokens? (?:in|for) |(?:inputs?|prompt)\W{1,3}(?:must have less than|tokens).{0,60}(?:must be <=|tokens)|length of prompt_tokens|exceeds? the (?:max(?:imum)? )?(?:model |input |token |available ){1,3}(?:length|limit|size|tokens)|上下文(?:长度|窗口)?.{0,20}(?:超|过长)|(?:输入|prompt).{0,10}(?:过长|超长|超过.{0,10}长度)|超过.{0,20}(?:上下文|最大长度|token)/i`,
    'at most 60 characters from each start, in a message of at most 16,384',
  ],
]);

/** Parts of expressions that are built from constants while a module loads, with their bounds. */
export const boundedParts: Readonly<Record<string, string>> = {
  [String.raw`\b[^.\d]{0,60}(\d[\d,]{0,30}`]: 'at most 120 characters from each start',
  [String.raw`)[^.\d]{0,40}(\d[\d,]{0,30}`]: 'at most 100 characters from each start',
  [String.raw`(\d[\d,]{0,30}(?:\.\d{1,20})?) ?(bytes?|kib`]: 'at most 60 characters from each start',
  [String.raw`\p{M}*\p{P}*$`]: 'a text of at most 16 characters',
  '[^?#]{1,300}': 'at most 300 characters from each start',
};

/** Whether the input of an expression is bounded, as listed above. */
export const isBounded = (text: string): boolean =>
  boundedExpressions.has(text) || Object.keys(boundedParts).some((part) => text.includes(part));

/** Expressions that are built while a function runs, by file: why they are linear, or bounded. */
export const builtLater: Readonly<Record<string, string>> = {
  'electron/cli/input/compare-input.ts': 'only parsed, to tell whether it is valid',
  'renderer/panels/compare/model/run-input.ts': 'only parsed, to tell whether it is valid',
  'electron/core/compare/evaluate-assertion.ts': "the user's own, in a thread with a time limit",
  'electron/core/exchange/prepare.ts': 'escaped tokens of equal length',
  'electron/core/export/snippet-request.ts': 'one group of a path, over an address of at most some KB',
  'electron/core/checks/judging/judge-refusal.ts': 'names of fields of a route',
  'electron/core/checks/known-refusals.ts': 'a name of a field of a probe',
  'electron/core/readers/failures/parameter-in.ts': 'built on load, over a message of at most 16,384 characters',
  'electron/core/readers/parts/reasoning-notations.ts':
    'an escaped name, anchored or at most 300 characters from each start',
  'electron/core/readers/parts/think-tags.ts': 'one class of characters',
  'renderer/panels/audio/model/transcribe-settings.ts': 'the name of a known format',
  'shared/protocol/refused-field.ts': 'a step of a path that Patchbay added',
  'electron/core/readers/intake/media-stream.ts': 'a name and six digits, over one header',
  'electron/desktop/menu/context-menu.ts': 'anchored, with at most 64 characters',
  'renderer/ui/code/json-editor-view.ts': 'escaped texts',
  'renderer/ui/markdown/block-splitter.ts': 'one mark, over one line',
  'renderer/ui/markdown/document-reader.ts': 'one mark, over one line',
};

/** Modules whose functions build expressions while they load; those are checked. */
export const builtByFunctions: readonly string[] = [
  'electron/demo/paths.ts',
  'renderer/lib/recognize/find-route.ts',
  'shared/protocol/split-path.ts',
];
