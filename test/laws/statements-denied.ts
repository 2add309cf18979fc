import type { Dice } from './dice.js'

/** A statement, and the same denied; and what is said beside both. */
export interface Denied {
  readonly statement: string
  readonly denial: string
}

/** How one language says and denies: `{S}` whom or what it is about, `{O}` of what, a row with one of the denials behind each statement. */
interface Speech {
  readonly subjects: readonly string[]
  readonly objects: readonly string[]
  readonly frames: readonly (readonly [statement: string, ...denials: string[]])[]
  /** Before or behind a statement, alike in both. */
  readonly beside: readonly string[]
}

const names = ['Kafka', 'NATS', 'Peter', 'Vim', 'Rotterdam', 'Jenkins']

const speeches: Readonly<Record<string, Speech>> = {
  en: {
    subjects: [...names, 'The parser', 'The night bus', 'Her brother', 'Our vendor', 'Green tea'],
    objects: [
      'the load',
      'old maps',
      'meetings without an agenda',
      'the film Not Without My Daughter',
      'Mara',
      'both teams',
    ],
    frames: [
      [
        '{S} works.',
        '{S} does not work.',
        "{S} doesn't work.",
        '{S} doesn’t work.',
        '{S} never works.',
        '{S} hardly works.',
      ],
      [
        '{S} will handle {O}.',
        '{S} will not handle {O}.',
        "{S} won't handle {O}.",
        '{S} won’t handle {O}.',
        '{S} will never handle {O}.',
      ],
      ['{S} can handle {O}.', '{S} cannot handle {O}.', "{S} can't handle {O}.", '{S} can not handle {O}.'],
      ['{S} helps {O}.', '{S} does not help {O}.', '{S} no longer helps {O}.', '{S} does not help {O} any more.'],
      ['Likes {O}.', 'Does not like {O}.', 'Never likes {O}.', 'Likes {O} no longer.', 'Does not really like {O}.'],
      ['Needs {O}.', 'Needs none of {O}.', 'Does not need {O} at all.', 'Hardly needs {O}.'],
      ['Believes that {S} needs {O}.', 'Believes that {S} does not need {O}.', 'Does not believe that {S} needs {O}.'],
      ['{S} must go.', '{S} must not go.', "{S} mustn't go."],
      ['{S} should be kept.', '{S} should not be kept.', "{S} shouldn't be kept."],
      ['{S} is ready for {O}.', '{S} is not ready for {O}.', "{S} isn't ready for {O}.", '{S} is unready for {O}.'],
      ['Somebody trusts {O}.', 'Nobody trusts {O}.', 'No one trusts {O}.'],
      ['Runs with {O}.', 'Runs without {O}.'],
      ['Has time for {O}.', 'Has no time for {O}.'],
      ['Wants more of {O}.', 'Wants less of {O}.', 'Does not want more of {O}.'],
      ['Always asks for {O}.', 'Never asks for {O}.', 'Rarely asks for {O}.'],
      ['{S} Likes {O}', '{S} Does Not Like {O}'],
    ],
    beside: ['', 'On Mondays: ', 'In short, ', 'As Mara, who does not fly, says: '],
  },
  de: {
    subjects: [...names, 'Der Parser', 'Ihr Bruder', 'Das Team'],
    objects: ['die Last', 'alte Karten', 'Sitzungen ohne Plan', 'Tee', 'beide Teams'],
    frames: [
      [
        '{S} funktioniert.',
        '{S} funktioniert nicht.',
        '{S} funktioniert nie.',
        '{S} funktioniert kaum.',
        '{S} funktioniert nicht mehr.',
      ],
      ['Mag {O}.', 'Mag {O} nicht.', 'Mag {O} nicht mehr.', 'Mag {O} überhaupt nicht.'],
      ['Trinkt gern Tee.', 'Trinkt keinen Tee mehr.', 'Trinkt nie Tee.', 'Trinkt keinen Tee.'],
      ['{S} braucht {O}.', '{S} braucht {O} nicht.', '{S} braucht {O} nie.'],
      ['Will mehr Tests.', 'Will weniger Tests.', 'Will nicht mehr Tests.'],
      ['Glaubt, dass {S} hilft.', 'Glaubt, dass {S} nicht hilft.', 'Glaubt nicht, dass {S} hilft.'],
      ['{S} kann {O} tragen.', '{S} kann {O} nicht tragen.'],
    ],
    beside: ['', 'Montags: '],
  },
  es: {
    subjects: [...names, 'El equipo', 'Su hermano'],
    objects: ['la carga', 'mapas viejos', 'trenes sin wifi', 'el té'],
    frames: [
      ['{S} funciona.', '{S} no funciona.', '{S} nunca funciona.', '{S} ya no funciona.'],
      ['Le gusta {O}.', 'No le gusta {O}.', 'Ya no le gusta {O}.', 'Nunca le gusta {O}.'],
      ['{S} necesita {O}.', '{S} no necesita {O}.', '{S} no necesita nunca {O}.'],
      ['Cree que {S} ayuda.', 'Cree que {S} no ayuda.', 'No cree que {S} ayude.', 'No cree que {S} no ayude nunca.'],
      ['Alguien confía en {S}.', 'No confía nadie en {S}.', 'Nadie confía en {S}.'],
      ['Quiere más pruebas.', 'Quiere menos pruebas.', 'No quiere más pruebas.'],
      ['Toma café con azúcar.', 'Toma café sin azúcar.'],
    ],
    beside: ['', 'En breve: '],
  },
  it: {
    subjects: [...names, 'Il team', 'Suo fratello'],
    objects: ['il carico', 'mappe vecchie', 'treni senza wifi', 'il tè'],
    frames: [
      ['{S} funziona.', '{S} non funziona.', '{S} non funziona mai.', '{S} non funziona più.'],
      ['Ama {O}.', 'Non ama {O}.', 'Non ama più {O}.', 'Non ama affatto {O}.'],
      ['{S} usa {O}.', '{S} non usa {O}.', '{S} non usa mai {O}.'],
      ['Crede che {S} aiuti.', 'Crede che {S} non aiuti.', 'Non crede che {S} aiuti.'],
      ['Vuole più test.', 'Vuole meno test.', 'Non vuole più test.'],
      ['Beve caffè con zucchero.', 'Beve caffè senza zucchero.'],
    ],
    beside: ['', 'In breve: '],
  },
  nl: {
    subjects: [...names, 'Het team', 'Haar broer'],
    objects: ['oude kaarten', 'treinen zonder wifi', 'thee'],
    frames: [
      ['{S} werkt.', '{S} werkt niet.', '{S} werkt nooit.', '{S} werkt niet meer.', '{S} werkt nauwelijks.'],
      ['Houdt van {O}.', 'Houdt niet van {O}.', 'Houdt niet meer van {O}.', 'Houdt nooit van {O}.'],
      ['Drinkt thee.', 'Drinkt geen thee.', 'Drinkt geen thee meer.'],
      ['Denkt dat {S} helpt.', 'Denkt dat {S} niet helpt.', 'Denkt niet dat {S} helpt.'],
      ['Wil meer tests.', 'Wil minder tests.', 'Wil niet meer tests.'],
    ],
    beside: ['', 'Kortom: '],
  },
  tr: {
    subjects: [...names, 'Takım', 'Kardeşi'],
    objects: ['eski haritaları', 'çayı', 'şekersiz kahveyi'],
    frames: [
      ['{S} çalışıyor.', '{S} çalışmıyor.', '{S} hiç çalışmıyor.', '{S} artık çalışmıyor.', '{S} çalışmaz.'],
      ['{O} sever.', '{O} sevmez.', '{O} hiç sevmez.', '{O} sevmiyor.'],
      ['{S} güvenilir.', '{S} güvenilir değil.'],
      ['{S} ile zamanı var.', '{S} ile zamanı yok.'],
      ['Daha çok test istiyor.', 'Daha az test istiyor.', 'Daha çok test istemiyor.'],
    ],
    beside: ['', 'Kısacası: '],
  },
  ur: {
    subjects: [...names, 'ٹیم'],
    objects: ['چائے', 'پرانے نقشے'],
    frames: [
      ['{S} کام کرتا ہے۔', '{S} کام نہیں کرتا۔', '{S} کبھی کام نہیں کرتا۔', '{S} اب کام نہیں کرتا۔'],
      ['{O} پسند ہے۔', '{O} پسند نہیں ہے۔', '{O} بالکل پسند نہیں۔'],
      ['{O} کے ساتھ چلتا ہے۔', '{O} کے بغیر چلتا ہے۔'],
      ['زیادہ ٹیسٹ چاہتا ہے۔', 'کم ٹیسٹ چاہتا ہے۔', 'زیادہ ٹیسٹ نہیں چاہتا۔'],
    ],
    beside: [''],
  },
  zh: {
    subjects: [...names, '团队', '他弟弟'],
    objects: ['旧地图', '没有糖的咖啡', '喝茶'],
    frames: [
      ['{S}很好用。', '{S}不好用。', '{S}很不好用。', '{S}从来不好用。'],
      ['喜欢{O}。', '不喜欢{O}。', '从不喜欢{O}。', '不再喜欢{O}。', '并不喜欢{O}。'],
      ['{S}需要{O}。', '{S}不需要{O}。', '{S}没有需要{O}。'],
      ['认为{S}有帮助。', '认为{S}没有帮助。', '不认为{S}有帮助。'],
      ['有人信任{S}。', '没有人信任{S}。', '没人信任{S}。'],
      ['要更多测试。', '要更少测试。', '不要更多测试。'],
    ],
    beside: ['', '总之，'],
  },
  fr: {
    subjects: [...names, 'L’équipe'],
    objects: ['le thé', 'les trains sans wifi', 'les vieilles cartes'],
    frames: [
      ['{S} fonctionne.', '{S} ne fonctionne pas.', '{S} ne fonctionne jamais.', '{S} ne fonctionne plus.'],
      ['Aime {O}.', 'N’aime pas {O}.', "N'aime plus {O}.", 'N’aime vraiment pas {O}.'],
      ['Pense que {S} aide.', 'Pense que {S} n’aide pas.', 'Ne pense pas que {S} aide.'],
      ['Veut plus de tests.', 'Veut moins de tests.'],
    ],
    beside: ['', 'Bref : '],
  },
  pt: {
    subjects: names,
    objects: ['chá', 'mapas velhos'],
    frames: [
      ['{S} funciona.', '{S} não funciona.', '{S} nunca funciona.', '{S} já não funciona.'],
      ['Gosta de {O}.', 'Não gosta de {O}.', 'Não gosta nada de {O}.'],
      ['Toma café com {O}.', 'Toma café sem {O}.'],
    ],
    beside: [''],
  },
  sv: {
    subjects: names,
    objects: ['te', 'gamla kartor'],
    frames: [
      ['{S} fungerar.', '{S} fungerar inte.', '{S} fungerar aldrig.'],
      ['Gillar {O}.', 'Gillar inte {O}.', 'Gillar inte {O} längre.'],
      ['Dricker te med {O}.', 'Dricker te utan {O}.'],
    ],
    beside: [''],
  },
  ru: {
    subjects: names,
    objects: ['чай', 'старые карты'],
    frames: [
      ['{S} работает.', '{S} не работает.', '{S} никогда не работает.', '{S} больше не работает.'],
      ['Любит {O}.', 'Не любит {O}.', 'Совсем не любит {O}.'],
    ],
    beside: [''],
  },
}

export const tongues = Object.keys(speeches)

/** @param tongue one of `tongues` */
export function drawDenied(tongue: string, dice: Dice): Denied {
  const { subjects, objects, frames, beside } = speeches[tongue]!
  const [statement, ...denials] = dice.one(frames)
  const [subject, object, before] = [dice.one(subjects), dice.one(objects), dice.one(beside)]
  const fill = (frame: string): string => before + frame.replace('{S}', subject).replace('{O}', object)
  return { statement: fill(statement), denial: fill(dice.one(denials)) }
}
