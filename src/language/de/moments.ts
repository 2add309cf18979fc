import { dayBy } from '../calendar.js'
import { tongueOf } from '../tongues.js'

export const germanMoments = () =>
  tongueOf(
    'de',
    () => [
      // `heute morgen` is today's, `der Morgen` a time of any day
      {
        needs: ['morgen'],
        noted: true,
        says: '(?<!\\b(?:[Gg]uten|[Aa]m|[Hh]eute|[Gg]estern|jeden|eines) )morgen',
        cased: true,
        read: (_, today) => dayBy(today, 1),
      },
    ],
    // Participles have `ge-`: `ist am Freitag` alone is to come.
    { past: '[a-zäöü]{0,6}ge[a-zäöü]{2,}(?:t|en)' },
  )
