import type { Denials } from '../denials.js'

export const italian: Denials = {
  words: 'senza, invece di, al posto di',
  verbal: 'non',
  echoes: 'mai, nessuno, nessuna, nessun, niente, nulla, né, neanche, nemmeno, neppure, affatto',
  except: 'non solo, non soltanto, nient altro che',
  carriers: 'è sono era ha hanno può possono deve un una',
  opposites: `più | meno
    molto molta molti molte | poco poca pochi poche
    sempre | mai
    tutto tutti tutte | niente nessuno
    restare resta rimane | andare andarsene va
    con | senza
    prima | dopo
    meglio migliore | peggio peggiore
    maggiore | minore
    sale salire | scende scendere
    presto | tardi
    apre aprire aperto | chiude chiudere chiuso
    vince | perde
    compra | vende
    accetta | rifiuta`,
}
