import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { matrixDocument } from '../tests/fault-matrix/matrix-document.ts';

writeFileSync(path.join(import.meta.dirname, '../docs/fault-matrix.md'), matrixDocument());
