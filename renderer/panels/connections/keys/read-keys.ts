import { secretOf } from '../../../lib/recognise/recognised.ts';

/** A key that was found in a pasted text. The secret must not reach the state of a component. */
export interface FoundKey {
  alias: string;
  secret: string;
}

const assignment = /^(?:export\s+|set\s+|\$env:)?([A-Za-z_][\w.-]*)\s*[=:]\s*(\S.*)$/;
const keyName = /(^|[_.-])(api[_-]?key|key|token|secret)$/i;

/**
 * Keys in a text with one key in each line: bare, with a name before it (`team-eval: sk-...`, `team-eval sk-...`), or as
 * `.env` lines. Lines that are no keys, comments and repeated keys are left out.
 */
export function readKeys(text: string): FoundKey[] {
  const found = new Map<string, FoundKey>();
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === '' || /^(#|\/\/|;)/.test(line)) continue;
    const key = keyIn(line);
    if (key && !found.has(key.secret)) found.set(key.secret, key);
  }
  return withOwnNames([...found.values()]);
}

function keyIn(line: string): FoundKey | null {
  const assigned = assignment.exec(line);
  if (assigned) {
    const [, name = '', value = ''] = assigned;
    const secret = bare(value);
    const isEnv = /^[A-Z][A-Z0-9_]*$/.test(name);
    if (isEnv && !keyName.test(name)) return null;
    return secret ? { alias: isEnv ? aliasOfVariable(name) : name, secret } : null;
  }
  const words = line.split(/[\s,;|]+/).filter(Boolean);
  const secret = bare(words.at(-1) ?? '');
  if (!secret || words.length > 4) return null;
  return { alias: words.slice(0, -1).join(' ').replace(/[:=]$/, ''), secret };
}

/** A secret without quotes and comments; `null` for a placeholder or anything too short to be one. */
function bare(text: string): string | null {
  const value =
    /^(["'`])(.*?)\1/.exec(text.trim())?.[2] ??
    text
      .trim()
      .replace(/(?<!\s)\s+#.*$/, '')
      .replace(/[,;]$/, '');
  const secret = secretOf(value.replace(/^bearer\s+/i, ''));
  return secret && secret.length >= 8 && /^[\x21-\x7e]+$/.test(secret) ? secret : null;
}

/** `NORTHWIND_CI_API_KEY` -> `northwind-ci`. */
const aliasOfVariable = (name: string) =>
  name
    .replace(/_?(API_?KEY|KEY|TOKEN|SECRET)$/, '')
    .toLowerCase()
    .replaceAll('_', '-');

/** Keys without a name are numbered; names that come twice get a number as well. */
function withOwnNames(keys: readonly FoundKey[]): FoundKey[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return keys.map(({ alias, secret }, index) => {
    const wanted = (alias || `key ${index + 1}`).slice(0, 72);
    let name = wanted;
    let count = counts.get(wanted) ?? 2;
    for (; taken.has(name); count += 1) name = `${wanted} ${count}`;
    counts.set(wanted, count);
    taken.add(name);
    return { alias: name, secret };
  });
}
