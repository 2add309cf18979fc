/** English words that carry no content in a question. A question of nothing else is asked with all of its words. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any anybody anyone anything are aren as at be because been before being below between both but by
  can changed could couldn d did didn do does doesn doing don down during each everybody everyone everything few for from further had hadn happen happened happening has hasn have haven
  having he her here hers herself him himself his how i if in into is isn it its itself just ll m me more most my myself no
  nor not now of off on once only or other our ours ourselves out over re s same shall she should shouldn so some somebody someone something such
  t than that the their theirs them themselves then there these they this those through to too under until up us ve very was
  wasn we were weren what when where which while who whom why will with won would wouldn you your yours yourself yourselves
  il lo la gli le un una di da del della dei e che chi cosa come dove quando è per con su si non`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
