import * as z from 'zod/mini';
import { jsonLine } from '../../electron/cli/json-lines/index.ts';

/** Zod's default bounds of an integer, which carry no information for a reader. */
function withoutBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.type !== 'integer') return;
  delete jsonSchema.minimum;
  delete jsonSchema.maximum;
}

/**
 * The lines of `--json` as a JSON Schema (2020-12).
 *
 * @param isStrict refuses undescribed properties. The published schema accepts them: later versions may add some.
 */
export const jsonLineSchema = (isStrict = false): z.core.JSONSchema.BaseSchema => ({
  title: 'Lines of patchbay --json',
  description: 'One line of the standard output of a patchbay command with --json. See docs/guide/scripting.md.',
  ...z.toJSONSchema(jsonLine, { io: isStrict ? 'output' : 'input', override: withoutBounds }),
});
