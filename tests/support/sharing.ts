// Setup for files that share one process with others.
import { watchGlobals } from './stub-globals.ts';

watchGlobals();
