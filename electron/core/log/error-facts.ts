import { AppError } from '#shared/protocol/failure.ts';

/** What the log may say of an error: nothing that another program or the user could have written. */
export interface ErrorFacts {
  name: string;
  code: string | null;
  /** Where it was thrown, innermost first: `function file:line:column`. */
  at: string[];
}

const mostFrames = 12;
const mostCauses = 3;

/**
 * Describes an error without its message, which may quote a body, a header or an address: the parser of JSON, for one,
 * repeats what it could not read. Causes follow, three at most.
 */
export function errorFacts(thrown: unknown): ErrorFacts[] {
  const chain: ErrorFacts[] = [];
  for (let one = thrown; one instanceof Error && chain.length <= mostCauses; one = one.cause) chain.push(factsOf(one));
  return chain.length ? chain : [{ name: `thrown ${typeof thrown}`, code: null, at: [] }];
}

function factsOf(error: Error): ErrorFacts {
  const name = /^\w{1,40}$/.test(String(error.name)) ? error.name : 'Error';
  return { name, code: codeOf(error), at: framesOf(error) };
}

function codeOf(error: Error): string | null {
  // The codes of a failure are a closed list; those of the system are in capitals.
  if (error instanceof AppError) return error.failure.code;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,40}$/.test(code) ? code : null;
}

const frame =
  /^\s+at (?:(?:async |new )?([\w$.<>]{1,80})(?: \[as [\w$.]{1,80}\])? \()?([^()]*?)([\w.@-]{1,60}:\d+:\d+)\)?$/;

function framesOf({ stack = '', message }: Error): string[] {
  // A message of several lines can look like frames. One that was changed later is not found, and nothing is trusted.
  const from = stack.indexOf(message);
  if (from < 0) return [];
  return stack
    .slice(from + message.length)
    .split('\n')
    .flatMap((line) => {
      const [, where = '', , file] = frame.exec(line) ?? [];
      return file === undefined ? [] : [`${where} ${file}`.trim()];
    })
    .slice(0, mostFrames);
}
