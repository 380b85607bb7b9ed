// Writes the list of expressions that are linear. Checks those that are not in it; with --all every one, which takes
// two minutes.
import { builtByFunctions, builtLater, isBounded } from '../tests/architecture/expressions/bounded-expressions.ts';
import { knownLinear, whySuperlinear, writeLinear } from '../tests/architecture/expressions/check-linear.ts';
import { findBuiltOnLoad, findExpressions } from '../tests/architecture/expressions/find-expressions.ts';

const { written, built } = findExpressions();
const onLoad = built.flatMap(({ file, isOnLoad }) => (isOnLoad && !(file in builtLater) ? file : []));
const all = [...written, ...(await findBuiltOnLoad([...new Set([...onLoad, ...builtByFunctions])]))];
const known = process.argv.includes('--all') ? new Set<string>() : knownLinear();
const linear: string[] = [];
for (const expression of new Map(all.map((one) => [one.text, one])).values()) {
  if (isBounded(expression.text)) continue;
  const why = known.has(expression.text) ? null : await whySuperlinear(expression);
  if (why === null) linear.push(expression.text);
  else process.stdout.write(`${expression.place} ${expression.text}: ${why}\n`);
}
writeLinear(linear);
process.exit(0);
