/** A field of the request that a gateway blames. */
export interface BlamedParameter {
  /** As the gateway writes it: `max_tokens`, `messages[0].content`, `messages.0.role`. */
  name: string;
  problem: 'unsupported' | 'missing' | 'invalid';
  /** The field that the sentence proposes instead. */
  replacement: string | null;
}

type Problem = BlamedParameter['problem'];

/** The name of a field, in quotes of any kind. */
const quoted = `['"\`‘“「]([A-Za-z_$][\\w.$[\\]-]{0,99})['"\`’”」]`;
const maybeQuoted = `['"\`‘“「]?([A-Za-z_][\\w.[\\]]{0,99})['"\`’”」]?`;
const field = '(?:request )?(?:parameter|field|property|argument|param|key|keyword|name|option|input)s?(?:\\(s\\))?';
/** A name that is not a word of the language. */
const compound = '((?:[a-z]+_[a-z_]+|[a-z]+[A-Z]\\w*)(?:\\.\\w+){0,4})';

const of = (source: string, flags = 'i'): RegExp => new RegExp(source, flags);

/** The first match wins; each captures the name of the field. */
const patterns: readonly (readonly [Problem, RegExp])[] = [
  // OpenAI: the value is refused, and the quoted word is the field.
  ['unsupported', of(`unsupported value:? ${quoted} (?:does not|is not|doesn't)`)],
  [
    'unsupported',
    of(
      `(?:unsupported|unknown|unrecogni[sz]ed|unexpected|disallowed) ${field}(?: in object)?:? (?:supplied: )?${quoted}`,
    ),
  ],
  [
    'unsupported',
    of(`(?:unsupported|unknown|unrecognized|unexpected) ${field}(?: supplied)?: \\[?['"]?([\\w.]{1,100})`),
  ],
  ['unsupported', of(`unrecognized request arguments? supplied: ([\\w.]{1,100})`)],
  ['unsupported', of(`unexpected keyword argument ${quoted}`)],
  ['unsupported', of(`(?:not|n't|un)[ -]?support(?:ed)? (?:the |this |setting )?${field}:? ?[[{(]?${maybeQuoted}`)],
  ['unsupported', of(`${field} not supported[^:]{0,40}: ${maybeQuoted}`)],
  ['unsupported', of(`(?:does|do)(?: not|n't) support (?:the )?${quoted}`)],
  ['unsupported', of(`(?:does|do)(?: not|n't) support ${compound}`, '')],
  [
    'unsupported',
    of(
      `${quoted}(?: ${field})? (?:(?:is|are) (?:currently )?(?:not (?:supported|allowed|permitted|recognized|a (?:recognized|known|valid) ${field})|unsupported|deprecated|unknown)|should not exist)`,
    ),
  ],
  [
    'unsupported',
    of(
      `\\b${compound}(?: ${field})? (?:is|are) (?:currently )?(?:not (?:supported|allowed|permitted)|unsupported|deprecated)`,
      '',
    ),
  ],
  ['unsupported', of(`\\bproperty ${maybeQuoted} (?:should not exist|is unsupported)`)],
  ['unsupported', of(`\\(${quoted}(?:, ${quoted}){0,5} (?:was|were) unexpected\\)`)],
  ['unsupported', of(`additional ?propert(?:y|ies):? ${quoted}`)],
  ['unsupported', of(`unknown (?:name|field) ${quoted}`)],
  [
    'unsupported',
    of(
      `(?:^|[\\s;])(?:body\\.)?([a-z][\\w.]{0,100})[:\\s]\\s{0,4}(?:extra (?:inputs|fields)(?: are)? not permitted|unknown field)`,
    ),
  ],
  ['unsupported', /(?:不支持的?|未知的?|无法识别的?|多余的?)(?:参数|字段)[:：]?\s?['"`「]?([A-Za-z_][\w.]{0,100})/],
  [
    'unsupported',
    /(?:参数|字段)\s?['"`「]?([A-Za-z_][\w.]{0,100})['"`」]?\s?(?:不支持|不被支持|未知|不存在|暂不支持|无法识别)/,
  ],
  ['unsupported', /(?:不支持|暂不支持)(?:该|此)?\s?['"`「]?([a-z]+_[a-z_]+)/],
  ['missing', of(`missing (?:a |the )?(?:required )?${field}:? ${quoted}`)],
  ['missing', of(`missing (?:a |the )?required ${field}:? ([\\w.]{1,100})`)],
  ['missing', of(`(?:missing|required) ${field} ${maybeQuoted} (?:is|was) (?:missing|not (?:provided|set|specified))`)],
  ['missing', of(`${quoted}(?: ${field})? (?:is|are) (?:a )?(?:required|missing)`)],
  ['missing', of(`must have required property ${quoted}`)],
  ['missing', of(`\\b(?:field required|required field|required): ${maybeQuoted}`)],
  ['missing', of(`field validation for ${quoted} failed on the 'required' tag`)],
  ['missing', of(`(?:${field} |^|[:,;] )([a-z][\\w.]{0,60}) (?:is|are) (?:a )?(?:required|missing)`)],
  [
    'missing',
    of(
      `(?:^|[\\s;])(?:body\\.)?([a-z][\\w.]{0,100})[:\\s]\\s{0,4}(?:field required|missing data for required field|this field is required)`,
    ),
  ],
  ['missing', /(?:缺少|缺失|未提供|未传)(?:必填|必要|必须的?)?(?:参数|字段)?[:：]?\s?['"`「]?([A-Za-z_][\w.]{0,100})/],
  ['missing', /([A-Za-z_][\w.]{0,100})['"`」]?\s?(?:参数|字段)?(?:不能为空|必填|为必填项|是必须的|不可为空)/],
  ['invalid', of(`invalid (?:type|value|schema) for (?:the )?(?:${field}:? )?${quoted}`)],
  ['invalid', of(`invalid ${field}:? ${quoted}`)],
  ['invalid', of(`invalid ${quoted}:`)],
  ['invalid', of(`value of ${quoted}`)],
  ['invalid', of(`range of ${maybeQuoted} should be`)],
  ['invalid', of(`the ${field} ${maybeQuoted} specified in the request`)],
  ['invalid', of(`into Go struct field \\w{0,60}\\.([\\w.]{1,100}) of type`, '')],
  ['invalid', of(`\\bfield ([\\w.]{1,60}) (?:must|should|is invalid)`)],
  ['invalid', of(`(?:^|[\\s:;])${quoted} (?:must|should|has to|cannot|needs to) `)],
  ['invalid', of(`(?:^|[:;] )${compound} (?:must|should|has to|cannot|needs to) `, '')],
  ['invalid', of(`^(?:body\\.)?([a-z][\\w.]{0,100}): (?:input should|value error|must be|should be|expected|ensure)`)],
  ['invalid', /(?:参数|字段)\s?['"`「]?([A-Za-z_][\w.]{0,100})['"`」]?\s?(?:不合法|无效|非法|错误|有误|超出)/],
  ['invalid', /(?:无效的|非法的?|错误的)(?:参数|字段)[:：]?\s?['"`「]?([A-Za-z_][\w.]{0,100})/],
  ['invalid', /参数错误[:：]\s?['"`「]?([A-Za-z_][\w.]{0,100})/],
];

/** Validation messages of FastAPI back ends and others, which name the field separately from the sentence. */
const faults: readonly (readonly [Problem, RegExp])[] = [
  [
    'missing',
    /\bfield required\b|\b(?:is|are) required\b|\bmissing\b|^required$|(?:may|can) ?not be (?:blank|null|empty)|不能为空|必填|缺少/i,
  ],
  [
    'unsupported',
    /extra (?:inputs|fields) (?:are )?not permitted|unsupported|unknown|unrecognized|unexpected|not (?:supported|allowed|permitted)|does(?: not|n't) support|deprecated|不支持|未知/i,
  ],
];

/** What a sentence proposes; each captures the name of a field. */
const proposals: readonly RegExp[] = [
  of(`\\b(?:use|try|specify|set|pass|send) (?:the )?(?:${field} )?${quoted}(?: ${field})? instead`),
  of(`\\b(?:use|try|specify|set|pass|send) (?:the )?${compound} instead`, ''),
  of(`did you mean:? ${maybeQuoted}`),
  of(`(?:replaced|renamed|superseded|moved) (?:by|with|to|as) (?:the )?(?:${field} )?${quoted}`),
  of(`(?:replaced|renamed|superseded|moved) (?:by|with|to|as) (?:the )?${compound}`, ''),
  of(`in favou?r of (?:the )?(?:${field} )?${quoted}`),
  of(`in favou?r of (?:the )?${compound}`, ''),
  of(`instead,? (?:please )?use (?:the )?${quoted}`),
  of(`(?:please )?use (?:the )?(?:${field} )?${quoted}`),
  of(`please use (?:the )?${compound}`, ''),
  /(?:请|应)?(?:使用|改用|改为|替换为)\s?['"`「]?([a-z]\w*_\w+|[a-z]+[A-Z]\w*)/,
];

/** What looks like a field but is the id of a model: `gpt-4o-mini`. */
const isModelId = (name: string): boolean => /-/.test(name) && /\d/.test(name);

function replacementIn(message: string, name: string): string | null {
  for (const pattern of proposals) {
    const found = pattern.exec(message)?.[1]?.replace(/[.[]+$/, '');
    if (found !== undefined && found !== name && /^[A-Za-z_][\w.]*$/.test(found)) return found;
  }
  return null;
}

function named(message: string): Pick<BlamedParameter, 'name' | 'problem'> | null {
  for (const [problem, pattern] of patterns) {
    const name = pattern.exec(message)?.[1]?.replace(/[.[]+$/, '');
    if (name !== undefined && !isModelId(name)) return { name, problem };
  }
  return null;
}

/**
 * Returns the field that a gateway's message blames, what is wrong with it, and the field that the message proposes
 * instead; `null` when it names none.
 *
 * @param param the field that the gateway named separately from its sentence.
 */
export function parameterIn(message: string | null, param: string | null = null): BlamedParameter | null {
  const found = message === null ? null : named(message);
  if (param === null && found === null) return null;
  const fault = faults.find(([, pattern]) => message !== null && pattern.test(message));
  const name = param ?? found!.name;
  return {
    name,
    problem: found?.problem ?? fault?.[0] ?? 'invalid',
    replacement: message === null ? null : replacementIn(message, name),
  };
}
