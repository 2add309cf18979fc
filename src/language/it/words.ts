/** Words that only an Italian question has; two languages share `a`, `in`, `come`, `per`. */
const marks = new Set(
  `il gli della dello dell delle degli nel nella nello nell nelle negli sulla sullo sull sulle sugli sul alla alle agli dalla
  dallo dall dalle dagli dal che cosa quando perché perche dove dov qual quale quali quanto quanta quanti quante è di una
  abbiamo avete hanno`.split(/\s+/),
)

/** What an Italian question says without meaning it, beside the words that every question leaves out. */
const silent = new Set(
  `${[...marks].join(' ')} l lo al all allo un da del con chi ho ha c s d v i ed o ma se ci vi ne mi ti te lui lei noi voi loro mio mia miei mie tuo tua tuoi tue suo
  sua suoi sue nostro nostra nostri nostre questo questa questi queste quest quello quella quelli quelle quell sono sei siamo
  siete era erano stato stata stati state essere avere hai aveva avevo avuto più già ancora anche poi successo accaduto`.split(
    /\s+/,
  ),
)

const english =
  /^(?:the|of|is|are|was|were|did|does|do|what|and|to|who|whose|which|when|where|why|how|has|have|had|his|her|their|my|in|on|at|for|with|from)$/

/** More words that only an Italian question has than words that an English one has: `in` may be either's. */
export const isItalian = (words: readonly string[]): boolean =>
  words.filter((word) => marks.has(word)).length > words.filter((word) => english.test(word)).length

export const isSilentItalian = (word: string): boolean => silent.has(word)

/**
 * Verbs whose forms share no beginning that would bring them together. Forms that are another word too are left out:
 * `corso`, and what English says with endings of its own (`decide`, `decided`).
 */
export const irregularItalian = `andato=andare andata=andare andati=andare vado=andare va=andare vanno=andare andava=andare
  fatto=fare fatta=fare fatti=fare faccio=fare fa=fare facciamo=fare fanno=fare faceva=fare fece=fare
  detto=dire dicono=dire diceva=dire disse=dire preso=prendere presi=prendere prende=prendere
  scelto=scegliere scelta=scegliere scelti=scegliere sceglie=scegliere scelgo=scegliere scelse=scegliere
  chiesto=chiedere chiesta=chiedere chiede=chiedere chiedeva=chiedere chiese=chiedere
  messo=mettere messa=mettere messi=mettere mette=mettere mise=mettere rotto=rompere rotta=rompere rompe=rompere ruppe=rompere
  perso=perdere persa=perdere persi=perdere perde=perdere perduto=perdere
  visto=vedere vista=vedere visti=vedere vede=vedere vedono=vedere vide=vedere
  venuto=venire venuta=venire viene=venire vengo=venire vengono=venire veniva=venire verrà=venire verra=venire venne=venire
  esce=uscire escono=uscire uscito=uscire uscita=uscire esco=uscire bevuto=bere beve=bere bevo=bere beveva=bere
  morto=morire morta=morire muore=morire nato=nascere nata=nascere nasce=nascere nacque=nascere
  scritto=scrivere scritta=scrivere scrive=scrivere scrisse=scrivere aperto=aprire aperta=aprire apre=aprire aprì=aprire
  chiuso=chiudere chiusa=chiudere chiude=chiudere chiudiamo=chiudere chiusero=chiudere
  vinto=vincere vinta=vincere vince=vincere vinse=vincere rimasto=rimanere rimasta=rimanere rimane=rimanere
  tiene=tenere tengo=tenere tenuto=tenere tenuta=tenere teneva=tenere può=potere puo=potere possono=potere posso=potere
  vuole=volere voglio=volere vogliono=volere voluto=volere voleva=volere deve=dovere devo=dovere devono=dovere dovuto=dovere
  sa=sapere saputo=sapere sanno=sapere deciso=decidere decisa=decidere decise=decidere
  speso=spendere spende=spendere offerto=offrire offerta=offrire offre=offrire vissuto=vivere vive=vivere
  piace=piacere piaciuto=piacere piaciuta=piacere piacciono=piacere coperto=coprire coperta=coprire copre=coprire
  cotto=cuocere cotta=cuocere cuoce=cuocere letta=leggere legge=leggere corre=correre
  risposto=rispondere risponde=rispondere rispose=rispondere promesso=promettere promette=promettere permesso=permettere
  trascorso=trascorrere discusso=discutere discute=discutere concluso=concludere convinto=convincere
  dipinto=dipingere dipinta=dipingere dipinge=dipingere spinto=spingere raggiunto=raggiungere aggiunto=aggiungere
  tolto=togliere tolta=togliere toglie=togliere tolgono=togliere raccolto=raccogliere raccolta=raccogliere
  conosciuto=conoscere conosce=conoscere conosciuta=conoscere cresciuto=crescere cresce=crescere`

/** Endings that one noun, adjective or regular verb takes, without accents; the longest that fits is taken off. */
const families: readonly (readonly string[])[] = [
  ['che', 'ca', 'co', 'chi', 'ci'],
  ['ghe', 'ga', 'go', 'ghi', 'gi'],
  ['are', 'ato', 'ata', 'ati', 'ate', 'ava', 'avo', 'iamo', 'ano', 'era', 'ando'],
  ['ere', 'uto', 'uta', 'uti', 'ute', 'eva', 'evo', 'ono', 'endo'],
  ['ire', 'ito', 'ita', 'iti', 'ite', 'iva', 'isce', 'iscono', 'endo'],
]
const vowels = ['a', 'e', 'i', 'o'] as const
/** Letters in front of an ending; a shorter word would be many. */
const shortest = 3

/**
 * A word and what it would be with other endings: `gatti` → `gatti`, `gatta`,
 * `gatte`, `gatto`. Most of these are no words, and find nothing.
 */
export function italianForms(word: string): string[] {
  const plain = word.normalize('NFKD').replace(/\p{M}+/gu, '')
  if (!/^[a-z]+$/.test(plain)) return [word]
  const family = families
    .flatMap((endings) => endings.map((ending) => ({ ending, endings })))
    .filter(({ ending }) => plain.endsWith(ending) && plain.length - ending.length >= shortest)
    .toSorted((a, b) => b.ending.length - a.ending.length)[0]
  const begins = (ending: string): string => plain.slice(0, plain.length - ending.length)
  const last = plain.at(-1)!
  const swapped =
    (vowels as readonly string[]).includes(last) && plain.length > shortest
      ? vowels.map((vowel) => begins(last) + vowel)
      : []
  const sisters = family
    ? [
        ...family.endings.map((ending) => begins(family.ending) + ending),
        ...(family.ending.length > 2 ? vowels.map((vowel) => begins(family.ending) + vowel) : []),
      ]
    : []
  return [...new Set([word, ...swapped, ...sisters])]
}
