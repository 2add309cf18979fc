import type { Denials } from './denials.js'

/** Of languages that no room knows: French, Portuguese, the Nordic and Slavic ones, and what else says no in a word of its own. */
export const elsewhere: Denials = {
  words: `sans, sem, inte, ikke, ikkje, ekki, uten, uden, utan, nem, nincs, bez, нет, нема, без, δεν, όχι,
    ليس, لا, لم, لن, नहीं, मत, không, chưa, tidak, bukan, ei, eivät, eikä, ない, ません, なかった, なし, 않, 안, 못, 없, ไม่`,
  verbal: 'pas, não, nao, nie, не',
  echoes: `ne, n, jamais, aucun, aucune, personne, rien, ni, nem, nenhum, nenhuma, ninguém, nada, ingen, inget, inga, aldrig, aldri, nigdy,
    nikt, ні, никогда, никто`,
  except: 'pas seulement, não só, inte bara',
  opposites: `plus | moins
    mais | menos
    toujours | jamais
    sempre | nunca
    avec | sans
    com | sem
    avant | après
    mer mere | mindre
    alltid altid | aldrig aldri
    больше | меньше
    всегда | никогда`,
}
