import type { Denials } from '../denials.js'

export const dutch: Denials = {
  words: `niet, geen, nooit, niemand, niets, zonder, nergens, geenszins, nauwelijks, helemaal niet, helemaal geen, nog nooit,
    in plaats van`,
  except: 'niet alleen, niet enkel, niets dan',
  carriers: 'is zijn was heeft hebben wordt kan kunnen zal moet mag een',
  opposites: `meer | minder
    veel vele | weinig
    altijd vaak meestal | nooit zelden
    alle alles iedereen | niets niemand
    blijven blijft | gaan gaat weg
    met | zonder
    voor | na
    tegen | voor
    boven | onder
    aan | uit af
    stijgt | daalt
    hoger | lager
    langer | korter
    groter | kleiner
    beter | slechter
    sneller | langzamer trager
    vroeger vroeg | later laat
    goedkoper | duurder
    open | dicht gesloten
    wint | verliest
    koopt | verkoopt
    graag | ongraag`,
}
