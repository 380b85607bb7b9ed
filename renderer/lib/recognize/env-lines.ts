import { nothingRecognized, type Recognized, secretOf } from './recognized.ts';

const line = /^(?:export\s+|set\s+|\$env:)?([A-Z][A-Z0-9_]*)\s*=([\s\S]*)$/i;

/**
 * Where one assignment ends and the next begins: at the end of a line, or before `NAME=` as in front of a command. A
 * run of blanks is matched only from its first, or thousands of them would take quadratic time.
 */
const between = /\r?\n|(?<![ \t])[ \t]+(?=(?:export[ \t]+)?[A-Z][A-Z0-9_]*=)/;

const addressName = /(^|_)(BASE_URL|API_BASE|BASE_ADDRESS|BASE|ENDPOINT|API_URL|HOST|URL)$/;
const keyName = /(^|_)(API_KEY|KEY|TOKEN|SECRET)$/;
const modelName = /(^|_)MODEL$/;

/** Parses lines of a `.env` file (`OPENAI_BASE_URL=...`), or returns `null` when the text contains none that help. */
export function readEnv(text: string): Recognized | null {
  const values = text
    .split(between)
    .map((one) => line.exec(one.trim()))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => [name.toUpperCase(), unquoted(value)] as const);
  const find = (pattern: RegExp) => values.find(([name, value]) => pattern.test(name) && value)?.[1] ?? null;
  const address = find(addressName);
  const secret = secretOf(find(keyName));
  if (!address && !secret) return null;
  return { ...nothingRecognized, kind: 'env', address, secret, model: find(modelName) };
}

/** Groups lines of a `.env` file by the prefix of address, key and model: `NORTHWIND_BASE_URL`, `NORTHWIND_API_KEY`. */
export function splitEnv(text: string): { prefix: string; lines: string }[] {
  const groups = new Map<string, string[]>();
  for (const one of text.split(between)) {
    const name = line.exec(one.trim())?.[1]?.toUpperCase();
    if (!name || !(addressName.test(name) || keyName.test(name) || modelName.test(name))) continue;
    const prefix = name.replace(addressName, '').replace(keyName, '').replace(modelName, '');
    const lines = groups.get(prefix);
    if (lines) lines.push(one);
    else groups.set(prefix, [one]);
  }
  return [...groups].map(([prefix, lines]) => ({ prefix, lines: lines.join('\n') }));
}

function unquoted(value: string): string {
  const text = value.trim();
  const quoted = /^(["'])(.*?)\1/.exec(text);
  // Neither an address nor a key nor a model contains a blank: what follows is a comment or a command.
  return quoted ? (quoted[2] ?? '') : (text.split(/\s/, 1)[0] ?? '').replace(/;$/, '');
}
