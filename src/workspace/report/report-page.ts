import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report, ReportPage } from '../../model/report.js'
import { renderReport, reportMark } from '../../render/report/page.js'
import { once } from '../../text/once.js'

/** The style or script of a page: a file of the package, read when the first report is made. */
const partOf = once((path: string): string => readFileSync(path, 'utf8').trim())

/** @param packageRoot where `templates/` is */
export const pageOfReport = (report: Report, packageRoot: string): ReportPage =>
  renderReport(report, {
    style: partOf(join(packageRoot, 'templates/report/report.css')),
    script: partOf(join(packageRoot, 'templates/report/report.js')),
  })

/** The first characters of a file, in which a report says that it is one. */
const beginning = 4000

export const isReport = (text: string): boolean => text.slice(0, beginning).includes(reportMark)
