import type { LanguageFn } from 'highlight.js';

type Load = () => Promise<{ default: LanguageFn }>;

// One small chunk each, loaded when a fence of that language has closed.
const loaders: Record<string, Load> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  lua: () => import('highlight.js/lib/languages/lua'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const aliases: Record<string, string> = {
  'c++': 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  console: 'bash',
  curl: 'bash',
  docker: 'dockerfile',
  golang: 'go',
  gql: 'graphql',
  h: 'c',
  hpp: 'cpp',
  html: 'xml',
  js: 'javascript',
  jsx: 'javascript',
  json5: 'json',
  jsonc: 'json',
  jsonl: 'json',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  patch: 'diff',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  yml: 'yaml',
  zsh: 'bash',
};

/** Returns the first word of a fence's info, as written: what is shown beside the code. */
export function shownLanguage(info: string): string {
  return /^[^\s{]*/.exec(info.trim())?.[0] ?? '';
}

/** Returns the known language that an info line names, or null. */
export function knownLanguage(info: string): string | null {
  const asked = shownLanguage(info).toLowerCase();
  const name = Object.hasOwn(aliases, asked) ? (aliases[asked] as string) : asked;
  return Object.hasOwn(loaders, name) ? name : null;
}

/** Loads the grammar of a known language. Rejects when its chunk cannot be loaded. */
export async function loadLanguage(name: string): Promise<LanguageFn> {
  const load = loaders[name];
  if (!load) throw new RangeError(`no such language: ${name}`);
  return (await load()).default;
}
