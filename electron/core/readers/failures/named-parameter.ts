/** What a sentence says about one request field. */
export interface NamedParameter {
  name: string;
  problem: 'unsupported' | 'missing' | 'invalid';
}

const quoted = `['"\`]([\\w.[\\]-]{1,100})['"\`]`;

/** First match wins; each captures the name of the field. */
const patterns: readonly (readonly [NamedParameter['problem'], RegExp])[] = [
  ['unsupported', new RegExp(`unsupported (?:parameter|value):? ${quoted}`, 'i')],
  ['unsupported', new RegExp(`(?:unknown|unrecognized|unexpected) (?:parameter|field|name|argument):? ${quoted}`, 'i')],
  ['unsupported', /unrecognized request arguments? supplied: ([\w.]{1,100})/i],
  ['unsupported', new RegExp(`(?:parameter |field )?${quoted} is not (?:supported|allowed|permitted)`, 'i')],
  ['unsupported', /\b([a-z]+(?:_[a-z]+)+) is not (?:supported|allowed|permitted)/],
  ['unsupported', /got an unexpected keyword argument ['"](\w{1,100})['"]/i],
  ['missing', new RegExp(`missing (?:a )?required (?:parameter|field|argument):? ${quoted}`, 'i')],
  ['missing', new RegExp(`(?:field |parameter )?${quoted} is (?:a )?required`, 'i')],
  ['missing', /(?:^|\b(?:field|parameter) |[:,;] )([a-z][\w.]{0,60}) is required/i],
  ['invalid', new RegExp(`invalid (?:type|value|schema)(?: for)?(?: parameter)?:? ${quoted}`, 'i')],
  ['invalid', /(?:^|\b)field ([\w.]{1,60}) (?:must|should|is invalid)/i],
];

/** Validation words of FastAPI back ends, which name the field apart from the sentence. */
const faults: readonly (readonly [NamedParameter['problem'], RegExp])[] = [
  ['missing', /\bfield required\b/i],
  ['unsupported', /extra (?:inputs|fields) (?:are )?not permitted|unsupported|unknown|unrecognized/i],
];

/** What a sentence holds against a field that was named apart from it. */
export function problemIn(message: string | null): NamedParameter['problem'] {
  const fault = faults.find(([, pattern]) => message !== null && pattern.test(message));
  return fault?.[0] ?? 'invalid';
}

/** The request field that a gateway's sentence blames, `null` when it names none. */
export function parameterIn(message: string | null): NamedParameter | null {
  if (message === null) return null;
  for (const [problem, pattern] of patterns) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return { name, problem };
  }
  return null;
}
