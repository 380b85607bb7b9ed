import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { matrixDocument } from '../tests/faults/matrix-document.ts';

writeFileSync(path.join(import.meta.dirname, '../docs/fault-matrix.md'), matrixDocument());
