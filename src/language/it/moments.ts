import { spanOfMonth, spanOfYear, type Day, type Span } from '../../model/time.js'
import {
  ago,
  back,
  dayBy,
  lastBegun,
  lastOver,
  monthBy,
  quarter,
  quarterBy,
  season,
  weekBy,
  weekday,
  weekendBy,
  yearBy,
  type Unit,
} from '../calendar.js'
import { monthNames } from '../../model/months.js'
import { centuries, type Tongue } from '../moment-form.js'

const weekdays = ['luned', 'marted', 'mercoled', 'gioved', 'venerd', 'sabato', 'domenica']
const names = monthNames.it
const seasons = ['primavera', 'estate', 'autunno', 'inverno']
const counts = 'uno due tre quattro cinque sei sette otto nove dieci undici dodici'.split(' ')
const units: Readonly<Record<string, Unit>> = { gi: 'day', se: 'week', me: 'month', an: 'year' }

const anyWeekday = '(luned|marted|mercoled|gioved|venerd)[iì]|(sabato|domenica)'
const count = `\\d{1,3}|un[oa']?|${counts.join('|')}`
const unit = '(giorn[oi]|settiman[ae]|mes[ei]|ann[oi])'
const year = '((?:19|20)\\d{2})'
const noDate = '(?! ?\\d)'

const countOf = (text: string): number =>
  text.toLowerCase().startsWith('un') && text.length < 4 ? 1 : Number(text) || counts.indexOf(text.toLowerCase()) + 1
const unitOf = (text: string): Unit => units[text.slice(0, 2).toLowerCase()]!
const weekdayNumber = (text: string): number => weekdays.indexOf(text.toLowerCase()) + 1
const monthIn =
  (text: string) =>
  (of: number): Span | undefined =>
    spanOfMonth(of, names.indexOf(text.toLowerCase()) + 1)
const seasonIn =
  (text: string) =>
  (of: number): Span | undefined =>
    season(of, seasons.indexOf(text.toLowerCase()))

const steps: Readonly<Record<string, (today: Day, by: number) => Span | undefined>> = {
  settimana: weekBy,
  'fine settimana': weekendBy,
  weekend: weekendBy,
  mese: monthBy,
  trimestre: quarterBy,
  anno: yearBy,
}
const step = Object.keys(steps).join('|')

function turned(what: string, by: number, today: Day): Span | undefined {
  const name = what.toLowerCase()
  const span = steps[name]?.(today, by)
  if (span) return span
  const day = weekdayNumber(name.replace(/[iì]$/, ''))
  if (day > 0) return by < 0 ? weekday(today, day, false) : dayBy(weekday(today, day, true).start, 7)
  return by < 0 ? lastOver(today, names.includes(name) ? monthIn(name) : seasonIn(name)) : undefined
}

const turning = `(${step}|(?:luned|marted|mercoled|gioved|venerd)[iì]|sabato|domenica|${names.join('|')}|${seasons.join('|')})`

export const italianMoments: Tongue = {
  forms: [
    {
      needs: ['ieri'],
      noted: true,
      says: "avantieri|altro ?ieri|l['’]altro ?ieri",
      read: (_, today) => dayBy(today, -2),
    },
    { needs: ['dopodomani'], noted: true, says: 'dopodomani', read: (_, today) => dayBy(today, 2) },
    { needs: ['ieri'], noted: true, says: 'ieri', read: (_, today) => dayBy(today, -1) },
    {
      needs: ['oggi', 'stamattina', 'stasera', 'stanotte'],
      says: 'oggi|stamattina|stasera|stanotte',
      read: (_, today) => dayBy(today, 0),
    },
    { needs: ['domani'], noted: true, says: 'domani', read: (_, today) => dayBy(today, 1) },
    // tre giorni fa · un mese fa
    {
      needs: [' fa'],
      noted: true,
      says: `(${count}) ?${unit} fa`,
      read: ([, n, of], today) => ago(today, countOf(n!), unitOf(of!)),
    },
    // tra due settimane
    {
      needs: ['tra ', 'fra '],
      noted: true,
      says: `[tf]ra (${count}) ?${unit}(?= ?(?:[.,;:!?)]|$))`,
      read: ([, n, of], today) => ago(today, -countOf(n!), unitOf(of!)),
    },
    // negli ultimi 3 giorni
    {
      needs: ['ultim'],
      says: `ultim[ie] (${count}) ${unit}`,
      read: ([, n, of], today) => back(today, countOf(n!), unitOf(of!)),
    },
    // la settimana scorsa · il mese passato · lunedì scorso · l'estate scorsa
    {
      needs: ['scors', 'passat'],
      noted: true,
      says: `${turning} (?:scors[oa]|passat[oa])`,
      read: ([, what], today) => turned(what!, -1, today),
    },
    // lo scorso mese · la scorsa settimana
    {
      needs: ['scors'],
      noted: true,
      says: `scors[oa] ${turning}`,
      read: ([, what], today) => turned(what!, -1, today),
    },
    {
      needs: ['prossim'],
      noted: true,
      says: `${turning} prossim[oa]`,
      read: ([, what], today) => turned(what!, 1, today),
    },
    {
      needs: ['prossim'],
      noted: true,
      says: `prossim[oa] ${turning}`,
      read: ([, what], today) => turned(what!, 1, today),
    },
    {
      needs: ['questa', 'questo', "quest'", 'quest’'],
      says: `quest(?:[oa] |['’] ?)(${step})`,
      read: ([, what], today) => steps[what!.toLowerCase()]!(today, 0),
    },
    {
      needs: weekdays,
      says: `(?<=\\b(?:di|da|dopo|prima di|fino a|entro) )(?:${anyWeekday})`,
      read: ([, name, other], today) => weekday(today, weekdayNumber(name ?? other!), true),
    },
    // primavera 2025 · estate del 2024
    {
      needs: seasons,
      says: `(${seasons.join('|')})(?: del(?:l['’]anno)?)? ${year}`,
      read: ([, name, of]) => seasonIn(name!)(Number(of)),
    },
    {
      needs: seasons,
      says: `(?<=\\b(?:in|nella|dalla|dopo la|prima della|nell['’]|questa|d['’]) ?)(${seasons.join('|')})`,
      read: ([, name], today) => lastBegun(today, seasonIn(name!)),
    },
    // terzo trimestre del 2025
    {
      needs: ['trimestre'],
      says: `(primo|secondo|terzo|quarto) trimestre(?: del)? ${year}`,
      read: ([, which, of]) =>
        quarter(Number(of), ['primo', 'secondo', 'terzo', 'quarto'].indexOf(which!.toLowerCase()) + 1),
    },
    // a marzo · in maggio · da aprile
    {
      needs: names,
      says: `(?<=\\b(?:a|ad|in|nel|da|dal|di|dopo|prima di|fino a|entro|verso|inizio|fine|metà|del mese di) )(${names.join('|')})${noDate}`,
      read: ([, name], today) => lastBegun(today, monthIn(name!)),
    },
    {
      needs: centuries,
      says: `(?<=\\b(?:nel|dal|del|prima del|dopo il|fino al|verso il|inizio|fine|metà) )${year}(?![-/.,:]?\\d)`,
      read: ([, of]) => spanOfYear(Number(of)),
    },
  ],
  frames: [
    { before: "(?:fin |sin |a partire )?da(?:l|lla|llo|ll['’])?", makes: 'since' },
    { before: "dopo(?: il| la| lo| l['’])?", makes: 'after' },
    { before: "prima d(?:i|el|ella|ello|ell['’])", makes: 'before' },
    { before: "fino a(?:l|lla|llo|ll['’])?|entro(?: il| la| l['’])?", makes: 'until' },
    { before: "(?:verso|circa|attorno a|intorno a)(?:l|lla|llo|ll['’])?(?: il| la| l['’])?", makes: 'around' },
    { before: "inizio(?: di| del| della| dell['’])?", makes: 'early' },
    { before: "metà(?: di| del| della| dell['’])?", makes: 'middle' },
    { before: "fine(?: di| del| della| dell['’])?", makes: 'late' },
  ],
  to: 'e|a|al|fino a',
  alone: ['di', 'a', 'in', 'nel'],
}
