import path from 'node:path';
import { type OutFile, openOutFile } from '../output/out-file.ts';
import { UsageError } from '../usage-error.ts';

/** A file written once the run has ended; opened before, so that an unusable name is reported immediately. */
export interface Report<Form extends string> {
  form: Form;
  file: OutFile;
}

/** Opens the files of `--report`. @throws UsageError for a name that cannot be used. */
export async function openReports<Form extends string>(
  names: readonly string[] = [],
  forms: readonly Form[],
  force = false,
): Promise<Report<Form>[]> {
  const reports: Report<Form>[] = [];
  for (const name of names) {
    const ending = path.extname(name).slice(1).toLowerCase();
    const form = forms.find((one) => one === ending);
    if (form === undefined)
      throw new UsageError(`--report ${name}: the name must end in .html, .json, .csv, .xml or .md.`);
    reports.push({ form, file: await openOutFile(name, force) });
  }
  return reports;
}

export async function leaveReports(reports: readonly Report<string>[]): Promise<void> {
  for (const { file } of reports) await file.leave();
}
