import { create } from 'zustand';
import type { TestFile } from './test-set.ts';

/** The files of the dialog that imports a test set. */
export const useTestFiles = create<{ open: boolean; files: TestFile[] }>(() => ({ open: false, files: [] }));
