/**
 * Streamed Markdown compared with the same text rendered at once: forty replies split anywhere, and 30,000 adversarial
 * fragments with random cuts. The cases are those of the unit tests, but many more; `--long` takes 300,000.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { runTool } from '../../../scripts/spawn-words.ts';
import { judge } from '../judge.ts';

interface Results {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

const fragments = process.argv.includes('--long') ? 300_000 : 30_000;
const output = 'build/bench/parity.json';
const tests = 'tests/unit/renderer/ui/markdown/document-reader.test.ts';
mkdirSync('build/bench', { recursive: true });
const args = [
  'run',
  tests,
  '-t',
  'split anywhere',
  '--testTimeout=1800000',
  '--reporter=json',
  `--outputFile=${output}`,
];
const { stderr } = runTool('vitest', args, { env: { ...process.env, FUZZ_RUNS: String(fragments) } });
const results = (JSON.parse(readFileSync(output, 'utf8')) as Results).testResults
  .flatMap(({ assertionResults }) => assertionResults)
  .filter(({ status }) => status === 'passed' || status === 'failed');
if (results.length !== 2) throw new Error(`${results.length} tests ran instead of 2: ${stderr}`);
for (const { title, status } of results)
  judge({
    goal: 'P11',
    what: `${title} (${title.startsWith('forty') ? '120 streams' : `${fragments.toLocaleString('en')} fragments`}): failures`,
    value: status === 'passed' ? 0 : 1,
    limit: { atMost: 0 },
    unit: '',
  });
process.exit();
