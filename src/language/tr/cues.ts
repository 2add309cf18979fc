import type { Language } from '../language.js'
import { turkishStem } from '../stems.js'

/** `sevmiyor`, `içmez`, `gitmedi`, `yapmayacak`, `olmadı`: the ending that negates a verb. */
const negatedVerb =
  /.{2}(?:m[\u0131iu\u00fc]yor|m[ae]z(?:l[ae]r)?|m[ae]d[\u0131i](?:lar|ler|m)?|m[ae]m[\u0131i]\u015f|m[ae]y[ae]cak|m[ae]y[ae]ce\u011f|m[ae]mak|m[ae]mekt)(?:.{0,3})$/

export const tr = {
  code: 'tr',
  letters: '\u0131\u011f\u015f',
  verbLast: true,
  functionWords: `ve veya ya da de ile için gibi kadar bir bu şu o bunlar onlar ben sen biz siz kendi kendisi onun bana ona beni onu bizim sizin benim ki mi mı mu mü ama fakat ancak çünkü eğer hem ne çok az daha en pek
  var olarak olan oldu olduğu olduğunu olur ise idi dedi diyor söyledi anlattı sonra önce göre bugün dün yarın şimdi artık yeni hafta gün ay yıl haftada günde ayda yılda her bütün tüm hep hiç bile sadece yalnızca
  üzere doğru karşı beri dolayı rağmen şey kez defa etti ediyor eder yaptı`,
  cues: {
    no: `değil, hiç, asla, hiçbir, yok, hiçbir zaman, kimse, olmadan, ne de, katiyen, kesinlikle hayır, katiyyen`,
    shun: `kaçınıyor, kaçınır, reddediyor, reddeder, reddetti, uzak duruyor, görmezden geliyor, atlıyor`,
    contrary: `itirazı yok, karşı değil, şüphesi yok, sorun etmiyor, rahatsız etmiyor, rahatsız olmuyor`,
    ceased: `artık, bıraktı, bırakmış, bırakıyor, vazgeçti, kesti, son verdi, iptal etti, sona erdi, durdurdu, sattı, ayrıldı, istifa etti, kapattı, kaldırıldı, durduruldu, kapatıldı, terk etti, aboneliğini`,
    changed: `taşındı, taşınmış, geçti, geçiş yaptı, değiştirdi, değişti, yerine, oldu, terfi etti, terfi, evlendi, boşandı, dönüştü, dönüştürüldü, taşıdı, taşındılar, mezun oldu, devraldı, atandı, aktarıldı`,
    adjusted: `arttı, artırdı, artırıldı, yükseldi, yükseltti, yükseltildi, azalttı, azaldı, düştü, düşürdü, düşürüldü, kısalttı, kısaltıldı, uzattı, uzatıldı, ertelendi, erteledi, çıktı, çıkardı, indi, indirdi, indirildi, büyüdü, alındı, kaydırıldı`,
    now: `artık, şimdi, bundan sonra, bu aralar, bugünlerde, beri, itibaren, son zamanlarda, şu an, halen, şu anda, günümüzde`,
    still: `hâlâ, hala, yine, her zamanki gibi, tekrar, devam ediyor, gene, aynı şekilde, eskisi gibi`,
    past: `çocukken, yıllar önce, eskiden, gençken, öğrenciyken, bir zamanlar, o zamanlar, küçükken, gençliğinde, yıl önce, çocukluğunda, üniversitedeyken, lisedeyken`,
    temporary: `sadece bu hafta, yalnızca bu hafta, bu hafta, geçici olarak, şimdilik, tatilde, bugünlük, gelecek hafta, tatil boyunca, birkaç gün, bu seferlik, izinde`,
    once: `bir kez, bir kere, dün, bugün, bu sabah, geçen hafta, dün akşam, pazartesi günü, salı günü, çarşamba günü, perşembe günü, cuma günü, geçen gün, bu sefer, dün gece`,
    hedge: `belki, galiba, sanırım, olabilir, muhtemelen, sanki, biraz, tam olarak değil, her zaman değil, kısmen, bazen, ara sıra, kararsız, şüpheli, emin değil, görünüyor, pek emin, arada bir, eskisi kadar`,
    exception: `hariç, dışında, haricinde, istisna, olmadıkça, ama sadece, müstesna`,
    ask: `?, mı, mi, mu, mü, sormalıyım, soracağım, sormam, soru, planlanan, planlıyor, yapılacak, öğrenmem, anket, katılacak, araştırılacak, kontrol edilecek`,
    rumour: `söylenti, söylentiye, söylentilere, sözde, iddiaya göre, iddia, güya, doğrulanmadı, doğrulanmamış, duyduğuma göre, birinin dediğine, dedikodu`,
    mistaken: `yanlış, hata, aslında, doğru değil, düzeltti, yanılmışım, karıştırmışım, hep, yanlış anlamışım`,
    habit: `genellikle, normalde, çoğunlukla, genelde, alışkanlıkla, eğilimli`,
    every: `her, her zaman, daima, sürekli, bütün, tüm, hep, her gün, herkes, hepsi, her sabah, her akşam, her hafta, istisnasız`,
    most: `çoğu, genellikle, çoğunlukla, neredeyse her, hemen hemen her, neredeyse hep, çoğu zaman, genelde`,
    often: `sık sık, sıkça, sıklıkla, düzenli olarak, birçok, pek çok`,
    some: `bazen, ara sıra, bazı, arada bir, zaman zaman, her zaman değil, birkaç`,
    few: `nadiren, seyrek, pek az, neredeyse hiç, çok az`,
    none: `asla, hiç, hiçbir zaman, hiçbir, kimse`,
    from: ``,
    to: ``,
  },
  opposites: `liking: seviyor sever beğeniyor beğenir hoşlanıyor bayılıyor bayılır memnuniyetle | nefret sevmez tiksiniyor tiksinir
  hızlı çabuk süratli | yavaş ağır
  pahalı | ucuz hesaplı
  sessiz sakin sabırlı rahat | gürültülü sinirli gergin sabırsız stresli endişeli
  büyük kocaman | küçük ufak
  iyi mükemmel harika güzel | kötü berbat
  kolay basit | zor karmaşık güç
  güvenilir istikrarlı sağlam | güvenilmez istikrarsız
  dakik vaktinde zamanında | geç gecikmeli
  memnun mutlu | memnuniyetsiz mutsuz
  güveniyor güvenir güven | güvensiz kuşku
  güvenli | güvensiz tehlikeli
  sıcak | soğuk serin
  erken sabah | geç akşam gece
  yararlı faydalı | yararsız
  cömert | cimri
  düzenli temiz | dağınık kirli
  nazik kibar | kaba
  kısa | uzun
  yalnız tek | birlikte beraber
  korkuyor korkar korku | cesur
  araba otomobil
  toplantı görüşme
  iş çalışıyor çalışır
  daire ev apartman
  telefon cep
  doktor hekim
  bisiklet`,
  states: `yaşıyor oturuyor yaşar > taşındı! taşınmış!
  çalışıyor çalışır işçi > ayrıldı! istifa! emekli!
  bekar bekâr nişanlı > evlendi! düğün!
  evli > boşandı!
  okuyor öğrenci öğreniyor > mezun! bitirdi! geçti
  arabası motosiklet araba > sattı!
  içiyor sigara > bıraktı!
  stajyer asistan uzman > terfi! atandı!
  beta test > yayınlandı! çıktı!`,
  good: `iyi mükemmel harika güzel hızlı güvenilir sağlam kolay memnun mutlu seviyor sever beğeniyor övdü teşekkür hoşlanıyor tercih nazik dakik yararlı ucuz güveniyor`,
  bad: `kötü berbat yavaş güvenilmez tehlikeli zor karmaşık mutsuz nefret şikayet şikâyet kızdı sorun sorunlar hata arıza çöktü gecikti gecikme hayal pahalı gürültülü sinirli sinirlendi`,
  numbers: `sıfır=0 iki=2 üç=3 dört=4 beş=5 altı=6 yedi=7 sekiz=8 dokuz=9 on=10 yirmi=20 otuz=30 kırk=40 elli=50 yüz=100 bin=1000`,
  months: `ocak=1 şubat=2 mart=3 nisan=4 mayıs=5 haziran=6 temmuz=7 ağustos=8 eylül=9 ekim=10 kasım=11 aralık=12`,
  units: `lira=money liraya=money euro=money avro=money dolar=money saniye=second dakika=minute saat=hour saate=hour gün=day güne=day hafta=week ay=month yıl=year kilo=kilo kiloya=kilo`,
  clauseWords: `ama fakat ancak çünkü oysa`,
  stem: turkishStem,
  negatedWord: (word: string): boolean => negatedVerb.test(word),
} as const satisfies Language
