import * as z from 'zod/mini';
import { jsonLines } from '../../electron/cli/json-lines/index.ts';
import { markdownTable } from '../markdown-table.ts';

/** The expected end of `docs/guide/scripting.md`: the lines of each command with their properties. */
export const jsonLinesSection = (): string =>
  Object.entries(jsonLines)
    .map(([command, lines]) => {
      const rows = lines.map((line) => {
        const { type, ...properties } = line.shape;
        return [
          `\`${[...type._zod.values][0]}\``,
          z.globalRegistry.get(line)?.description ?? '',
          Object.entries(properties).map(propertyText).join(' '),
        ];
      });
      const table = markdownTable(['type', 'what it says', 'properties besides `type`'], ...rows);
      return [`### ${command[0]?.toUpperCase()}${command.slice(1)}`, '', ...table, ''].join('\n');
    })
    .join('\n');

const propertyText = ([name, schema]: [string, z.core.$ZodType]): string =>
  `\`${name}${schema._zod.optin === 'optional' ? '?' : ''}\``;
