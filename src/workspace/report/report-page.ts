import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report, ReportPage } from '../../model/report.js'
import { renderReport, reportMark } from '../../render/report/page.js'
import { once } from '../../text/once.js'

const partOf = once((path: string): string => readFileSync(path, 'utf8').trim())

export const pageOfReport = (report: Report, packageRoot: string): ReportPage =>
  renderReport(report, {
    style: partOf(join(packageRoot, 'templates/report/report.css')),
    script: partOf(join(packageRoot, 'templates/report/report.js')),
  })

/** A report has its mark within its first characters. */
const beginning = 4000

export const isReport = (text: string): boolean => text.slice(0, beginning).includes(reportMark)
