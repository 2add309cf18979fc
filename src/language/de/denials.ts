import type { Denials } from '../denials.js'

export const german: Denials = {
  words: `nicht, kein, keine, keinen, keinem, keiner, keines, keins, nie, niemals, niemand, niemandem, niemanden, nichts, ohne,
    weder, keineswegs, keinesfalls, kaum, nirgends, nirgendwo, gar nicht, überhaupt nicht, noch nie, nie mehr, nie wieder,
    anstatt, statt`,
  except: 'nicht nur, nicht bloß, nicht allein, nichts als',
  carriers: 'ist sind war hat haben wird werden kann können soll muss darf ein eine einen',
  opposites: `mehr | weniger
    viel viele | wenig wenige
    immer oft häufig meist | nie selten
    alle alles jeder jede jedes | niemand nichts keiner
    bleiben bleibt behalten | gehen geht weg
    mit | ohne
    vor | nach
    für | gegen
    über | unter
    an | aus ab
    steigt steigen gestiegen erhöht | sinkt sinken gesunken gesenkt fällt
    höher | niedriger tiefer
    länger | kürzer
    größer | kleiner
    besser | schlechter
    schneller | langsamer
    früher früh | später spät
    billiger günstiger | teurer
    leichter einfacher | schwerer schwieriger
    offen geöffnet öffnet | geschlossen schließt zu
    erlaubt | verboten verbietet
    gewinnt gewann | verliert verlor
    kauft kaufte | verkauft verkaufte
    gern gerne | ungern
    mag liebt | hasst`,
}
