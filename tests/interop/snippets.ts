import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type SnippetLanguage, snippetLanguages } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import { sampleFiles } from './gateway.ts';

const execute = promisify(execFile);

export interface SnippetRun {
  language: SnippetLanguage;
  /** `null` when it ran; otherwise the reason. */
  problem: string | null;
}

/**
 * Writes the code sample of an exchange in each language and runs it: `curl`, Node, Python with `requests` and with the
 * official OpenAI library, HTTPie. The key comes from the environment, as in the sample's own instructions.
 */
export async function runSnippets(
  client: Client,
  exchangeId: string,
  key: string,
  pythonBin: string,
): Promise<SnippetRun[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-snippet-'));
  for (const [name, { bytes }] of Object.entries(sampleFiles)) writeFileSync(path.join(folder, name), bytes);
  // The official Node library, installed in a separate project.
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const env = { PATH: `${pythonBin}${path.delimiter}${process.env.PATH}`, HOME: folder, PATCHBAY_API_KEY: key };
  const runs: SnippetRun[] = [];
  for (const language of snippetLanguages) {
    const { text } = await client.exchanges.snippet({ id: exchangeId, language });
    const [command, ending] = programs[language];
    const file = path.join(folder, `snippet${ending}`);
    writeFileSync(file, text);
    const problem = await execute(command, [file], { cwd: folder, env, timeout: 60_000 }).then(
      () => null,
      (error: Error & { stderr?: string }) => `${error.stderr || error.message}`.trim().split('\n').at(-1) ?? 'failed',
    );
    runs.push({ language, problem });
  }
  rmSync(folder, { recursive: true, force: true });
  return runs;
}

const programs: Readonly<Record<SnippetLanguage, readonly [command: string, ending: string]>> = {
  curl: ['sh', '.sh'],
  fetch: [process.execPath, '.mjs'],
  'node-openai': [process.execPath, '.openai.mjs'],
  'python-requests': ['python', '.py'],
  'python-openai': ['python', '.py'],
  httpie: ['sh', '.http.sh'],
};
