import { spanOfMonth, spanOfYear } from '../../model/time.js'
import { lastBegun, quarter, season, weekday } from '../calendar.js'
import type { Calendar } from '../calendar-words.js'
import { centuries, type MomentForm } from '../moment-form.js'
import { steps, tongueOf } from '../tongues.js'

const year = '((?:19|20)\\d{2})'
const noDate = '(?! ?\\d)'

const forms = ({ any, named, number, words }: Calendar): readonly MomentForm[] => [
  {
    needs: ['questa', 'questo', "quest'", 'quest’'],
    says: `quest(?:[oa] |['’] ?)(${any('step')})`,
    read: ([, what], today) => steps[named('step', what!)!]!(today, 0),
  },
  {
    needs: words('weekday'),
    says: `(?<=\\b(?:di|da|dopo|prima di|fino a|entro) )(${any('weekday')})`,
    read: ([, name], today) => weekday(today, number('weekday', name!), true),
  },
  // primavera 2025 · estate del 2024
  {
    needs: words('season'),
    says: `(${any('season')})(?: del(?:l['’]anno)?)? ${year}`,
    read: ([, name, of]) => season(Number(of), number('season', name!)),
  },
  {
    needs: words('season'),
    says: `(?<=\\b(?:in|nella|dalla|dopo la|prima della|nell['’]|questa|d['’]) ?)(${any('season')})`,
    read: ([, name], today) => lastBegun(today, (of) => season(of, number('season', name!))),
  },
  // terzo trimestre del 2025
  {
    needs: ['trimestre'],
    says: `(${any('ordinal')}) trimestre(?: del)? ${year}`,
    read: ([, which, of]) => quarter(Number(of), number('ordinal', which!)),
  },
  // a marzo · in maggio · da aprile
  {
    needs: words('month'),
    says: `(?<=\\b(?:a|ad|in|nel|da|dal|di|dopo|prima di|fino a|entro|verso|inizio|fine|metà|del mese di) )(${any('month')})${noDate}`,
    read: ([, name], today) => lastBegun(today, (of) => spanOfMonth(of, number('month', name!))),
  },
  {
    needs: centuries,
    says: `(?<=\\b(?:nel|dal|del|prima del|dopo il|fino al|verso il|inizio|fine|metà) )${year}(?![-/.,:]?\\d)`,
    read: ([, of]) => spanOfYear(Number(of)),
  },
]

export const italianMoments = () => tongueOf('it', forms)
