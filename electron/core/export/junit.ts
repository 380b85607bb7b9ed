/** One test case of a report in JUnit XML. */
export interface JunitCase {
  className: string;
  name: string;
  ms: number;
  result:
    | { kind: 'passed'; output?: string }
    | { kind: 'failed'; message: string; type: string; text: string }
    | { kind: 'skipped'; message: string };
}

export interface JunitRun {
  /** Which command wrote it. */
  title: string;
  /** What was tested. */
  name: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number | null;
  properties: Readonly<Record<string, string | number>>;
  cases: readonly JunitCase[];
}

/**
 * Returns a run as JUnit XML, as GitHub, GitLab and Jenkins read it. Names and messages in it come from a gateway: none
 * can add markup.
 */
export function junitXml({ title, name, startedAt, endedAt, properties, cases }: JunitRun): string {
  const countOf = (kind: JunitCase['result']['kind']) => cases.filter(({ result }) => result.kind === kind).length;
  const totals = {
    tests: cases.length,
    failures: countOf('failed'),
    errors: 0,
    time: seconds((endedAt ?? startedAt) - startedAt),
  };
  const timestamp = new Date(startedAt).toISOString().slice(0, 19);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({ name: title, ...totals })}>
<testsuite${attributes({ name, timestamp, ...totals, skipped: countOf('skipped') })}>
<properties>
${Object.entries(properties)
  .map(([key, value]) => `<property${attributes({ name: key, value })}/>`)
  .join('\n')}
</properties>
${cases.map(testCase).join('\n')}
</testsuite>
</testsuites>
`;
}

function testCase({ className, name, ms, result }: JunitCase): string {
  const head = attributes({ classname: className, name, time: seconds(ms) });
  switch (result.kind) {
    case 'passed':
      return result.output === undefined
        ? `<testcase${head}/>`
        : `<testcase${head}><system-out>${xml(result.output)}</system-out></testcase>`;
    case 'failed': {
      const { message, type, text } = result;
      return `<testcase${head}><failure${attributes({ message, type })}>${xml(text)}</failure></testcase>`;
    }
    case 'skipped':
      return `<testcase${head}><skipped${attributes({ message: result.message })}/></testcase>`;
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(String(value)).replace(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`)}"`)
    .join('');

/** XML has no way to write most control characters. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML excludes
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
