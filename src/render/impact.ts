import { becomings, type Becoming, type Difference, type ImpactFound } from '../model/impact.js'
import { isBelief } from '../model/kind.js'
import { code, linkedPlace, type Links } from './summary.js'

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`
const does = (number: number, one: string, several: string): string => (number === 1 ? one : several)

/** The main points of an impact in one line: `2 beliefs move, 1 of them past 0.5; 1 fact ends`. */
export function impactHeadline({
  differences,
  expectations,
  anchors,
  credentials,
  newWriters,
  conflicts,
}: Pick<ImpactFound, 'differences' | 'expectations' | 'anchors' | 'credentials' | 'newWriters' | 'conflicts'>): string {
  const of = (...wanted: readonly Becoming[]): number =>
    differences.filter(({ becomes }) => wanted.includes(becomes)).length
  const [moved, crossed, reversed] = [of('moved', 'crossed'), of('crossed'), of('reversed')]
  const [ended, retired, fresh, gone] = [of('ended'), of('retired'), of('new'), of('gone')]
  const [broken, dropped] = (['broken', 'dropped'] as const).map(
    (wanted) => expectations.filter(({ becomes }) => becomes === wanted).length,
  ) as [number, number]
  const written = newWriters.reduce((sum, { sources }) => sum + sources.length, 0)
  const parts = [
    conflicts.length > 0 && `${count(conflicts.length, 'file')} cannot be merged by Git`,
    moved > 0 &&
      `${count(moved, 'belief')} ${does(moved, 'moves', 'move')}${crossed > 0 ? `, ${crossed === moved ? 'past 0.5' : `${crossed} of them past 0.5`}` : ''}`,
    reversed > 0 && `${count(reversed, 'belief')} ${does(reversed, 'is', 'are')} reversed`,
    ended > 0 && `${count(ended, 'fact')} ${does(ended, 'ends', 'end')}`,
    retired > 0 && `${count(retired, 'statement')} ${does(retired, 'is', 'are')} retired or told again`,
    fresh > 0 && `${count(fresh, 'statement')} ${does(fresh, 'is', 'are')} new`,
    gone > 0 && `${count(gone, 'statement')} ${does(gone, 'is', 'are')} gone`,
    broken > 0 && `${count(broken, 'expectation')} ${does(broken, 'breaks', 'break')}`,
    dropped > 0 && `${count(dropped, 'expectation')} ${does(dropped, 'is', 'are')} dropped`,
    anchors.length > 0 &&
      `${count(anchors.length, 'bullet')} ${does(anchors.length, 'loses', 'lose')} the code ${does(anchors.length, 'it is', 'they are')} about`,
    credentials.length > 0 &&
      `${count(credentials.length, 'line')} ${does(credentials.length, 'looks', 'look')} like a credential`,
    written > 0 && `${count(written, 'line')} ${does(written, 'is', 'are')} by a new writer`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'nothing that is believed or known changes' : parts.join('; ')
}

/** The mark by which a workflow finds its own comment again. */
export const impactMark = '<!-- memory impact -->'

const words: Readonly<Record<Becoming, readonly [now: string, again: string]>> = {
  crossed: ['falls below 0.5', 'rises to 0.5 or more'],
  reversed: ['given up', 'believed again'],
  ended: ['ends', 'ends no more'],
  retired: ['retired', 'told again'],
  moved: ['moves', 'moves'],
  new: ['new', 'new'],
  gone: ['gone', 'gone'],
}

/** Nobody reads more rows in a comment. */
const mostRows = 25

/** An impact as a comment on a pull request. All words of logs stand as code, so that the host notifies nobody. */
export function renderImpact(impact: ImpactFound, links: Links): string {
  const { base, head, lines, differences, expectations, anchors, credentials, newWriters, conflicts, pages, names } =
    impact
  const headline = impactHeadline(impact)
  const weighty = differences.filter(({ becomes }) => becomings.indexOf(becomes) < becomings.indexOf('new'))
  const others = differences.filter(({ becomes }) => becomings.indexOf(becomes) >= becomings.indexOf('new'))
  const blocks = [
    `${impactMark}\n### Memory: ${headline}`,
    `Merging ${code(head)} into ${code(base)} brings ${count(lines.come, 'line')} and takes ${lines.gone} out.`,
    ...(conflicts.length > 0 ? [listed('To be merged by hand', conflicts.map(code))] : []),
    ...(expectations.length > 0
      ? [
          listed(
            'What memory is expected to answer',
            expectations.map(
              ({ becomes, asked, expected, why, source }) =>
                `${becomes}: ${code(asked)}${expected === '' ? '' : `, expected ${code(expected)}`} (${code(why)}), ${linkedPlace(source, links)}`,
            ),
          ),
        ]
      : []),
    ...(anchors.length > 0
      ? [
          listed(
            'About code that goes',
            anchors.map(({ at, content, source }) => `${code(at)}: ${code(content)}, ${linkedPlace(source, links)}`),
          ),
        ]
      : []),
    ...(credentials.length > 0
      ? [
          listed(
            'Looks like a credential',
            credentials.map(({ source, kind }) => `${linkedPlace(source, links)}: ${kind}`),
          ),
        ]
      : []),
    ...(newWriters.length > 0
      ? [
          listed(
            'By somebody who committed nothing before',
            newWriters.map(
              ({ name, sources }) => `${code(name)}: ${someOf(sources, (each) => linkedPlace(each, links))}`,
            ),
          ),
        ]
      : []),
    ...(weighty.length > 0 ? [tableOf(weighty, links)] : []),
    ...(others.length > 0 ? [folded(othersTitle(others), tableOf(others, links))] : []),
    ...(pages.length > 0
      ? [
          folded(
            `${count(pages.length, 'page')} of ${code('bank/')} will say something else`,
            pages
              .slice(0, mostRows)
              .map(({ path, come, gone }) => `- ${code(path)} +${come} −${gone}\n`)
              .join('') + more(pages.length),
          ),
        ]
      : []),
    ...(names.come.length > 0 ? [`New here: ${someOf(names.come, code)}.`] : []),
    ...(names.gone.length > 0 ? [`Nothing is said any more of ${someOf(names.gone, code)}.`] : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** The title of a table of new and gone statements: `5 new statements, 1 that is gone`. */
function othersTitle(others: readonly Difference[]): string {
  const fresh = others.filter(({ becomes }) => becomes === 'new').length
  const gone = others.length - fresh
  const parts = [fresh > 0 && count(fresh, 'new statement'), gone > 0 && `${gone} that ${does(gone, 'is', 'are')} gone`]
  return parts.filter((part) => part !== false).join(', ')
}

const more = (number: number): string => (number > mostRows ? `\nand ${number - mostRows} more\n` : '')

const listed = (title: string, items: readonly string[]): string =>
  `**${title}**\n\n${items
    .slice(0, mostRows)
    .map((item) => `- ${item}`)
    .join('\n')}${more(items.length).trimEnd()}`

const folded = (title: string, body: string): string =>
  `<details><summary>${title.replaceAll(/`+/g, '')}</summary>\n\n${body.trimEnd()}\n\n</details>`

const mostListed = 3
const someOf = (items: readonly string[], told: (item: string) => string): string =>
  items.slice(0, mostListed).map(told).join(', ') +
  (items.length > mostListed ? ` and ${items.length - mostListed} more` : '')

function tableOf(differences: readonly Difference[], links: Links): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
  const rows = differences.slice(0, mostRows).map((difference) => {
    const { becomes, again, entities, content, until, because, withoutThese, source } = difference
    const cites = because.length > 0 ? because.map((step) => step.source) : [source]
    return line([
      words[becomes][again || (becomes === 'crossed' && isRising(difference)) ? 1 : 0],
      code(entities.join(', ')),
      code(content),
      numbersOf(difference) || (until === undefined ? '' : `until ${until}`),
      (withoutThese ? 'without ' : '') + someOf([...new Set(cites)], (each) => linkedPlace(each, links)),
    ])
  })
  const head = line(['', 'About', 'Statement', '', 'Because of'])
  return (head + line(['---', '---', '---', '---', '---']) + rows.join('') + more(differences.length)).trimEnd()
}

const isRising = ({ before, after }: Difference): boolean => (after ?? 0) > (before ?? 0)

function numbersOf({ kind, before, after }: Difference): string {
  if (!isBelief(kind)) return ''
  const [from, to] = [before, after].map((side) => side?.toFixed(2)) as [string?, string?]
  return from !== undefined && to !== undefined && from !== to ? `${from} → ${to}` : (to ?? from ?? '')
}
