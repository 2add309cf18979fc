import type { Day } from '../model/time.js'

/** Day and time of a moment in an IANA time zone: `2025-11-27` and `14:30`. */
export function clockIn(zone: string): (millis: number) => { readonly day: Day; readonly time: string } {
  const form = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (millis) => {
    const parts = new Map(form.formatToParts(millis).map(({ type, value }) => [type, value]))
    const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
    return { day: `${of('year')}-${of('month')}-${of('day')}`, time: `${of('hour')}:${of('minute')}` }
  }
}
