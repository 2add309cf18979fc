import type { Language } from '../language.js'
import { romanceStem } from '../stems.js'

export const it = {
  code: 'it',
  functionWords: `il lo la i gli le un uno una di del dello della dei degli delle da dal dallo dalla dai dalle a al allo alla ai agli alle in nel nello nella nei negli nelle con col su sul sullo sulla sui sulle
  per tra fra e ed o ma se che chi cui come quando dove perché anche già ancora più meno molto troppo poco tanto così solo soltanto mi ti ci vi si lui lei loro noi voi io tu me te suo sua suoi sue mio mia
  è sono sei era erano essere stato stata stati state ha hanno ho hai aveva avere avuto fa fare fatto va questo questa questi queste quello quella quei quelle c l d s un' oggi ieri domani ogni tutto tutti tutta tutte sempre spesso
  ora adesso nuovo nuova nuovi nuove settimana settimane giorno giorni mese mesi anno anni detto dice disse ne quasi circa all dell nell sull dall quest`,
  cues: {
    no: `non, mai, nessuno, nessuna, niente, nulla, senza, né, neanche, nemmeno, neppure, per niente, affatto, non ha mai, non è mai`,
    shun: `evita, evitare, rifiuta, ignora, salta, rinuncia a, si rifiuta di`,
    contrary: `niente in contrario, nulla in contrario, nessun problema con, nessun dubbio, niente contro, non dispiace`,
    ceased: `non più, non _ più, smesso, smette, smise, lasciato, abbandonato, cancellato, disdetto, interrotto, rinunciato, finito di, venduto, mai più, ha chiuso, cessato, terminato, non beve più, eliminato, annullato, sospeso, non lavora più`,
    changed: `trasferito, trasferita, trasferiti, trasferisce, cambiato, cambiata, passato, passata, diventato, diventata, promosso, promossa, sposato, sposata, sposati, sostituito, sostituita, invece di, al posto di, migrato, spostato, spostata, traslocato, divorziato, convertito, rimpiazzato`,
    adjusted: `aumentato, aumentata, alzato, cresciuto, ridotto, ridotta, abbassato, diminuito, tagliato, prolungato, rinviato, rinviata, posticipato, anticipato, spostato, spostata, salito, sceso, raddoppiato, dimezzato, esteso, portato, portata`,
    now: `ora, adesso, ormai, attualmente, da oggi, d'ora in poi, ultimamente, di recente, oggigiorno, dal mese, da quando, da marzo, da gennaio, da aprile, da maggio, da settembre, da allora, al momento`,
    still: `ancora, sempre, come sempre, come al solito, di nuovo, continua a, tuttora, come prima, resta, rimane, anche oggi`,
    past: `da bambino, da bambina, da piccolo, da piccola, anni fa, da giovane, da studente, da studentessa, ai tempi, in passato, una volta, molti anni fa, tanti anni fa, da ragazzo, da ragazza, all'università`,
    temporary: `solo questa settimana, questa settimana, temporaneamente, per ora, in vacanza, durante le vacanze, solo oggi, la prossima settimana, provvisoriamente, per qualche giorno, in ferie, eccezionalmente`,
    once: `una volta, ieri, oggi, stamattina, ieri sera, la settimana scorsa, lunedì, martedì, mercoledì, giovedì, venerdì, sabato, stavolta, l'altro giorno`,
    hedge: `forse, magari, può darsi, potrebbe, sembra, pare, probabilmente, un po', un po, un po’, non del tutto, non sempre, in parte, sentimenti contrastanti, a volte, talvolta, qualche volta, dubita, meno sicuro, meno sicura, meno convinto, meno convinta, di tanto in tanto`,
    exception: `tranne, eccetto, salvo, a meno che, ad eccezione, eccezione, a parte, fuorché, escluso, ma non`,
    ask: `?, chiedere, devo chiedere, da chiedere, domanda, se preferisce, previsto, in programma, da verificare, verificare se, da fare, parteciperà, sondaggio, chiedo, chiedergli, chiederle`,
    rumour: `pare che, si dice, voci, voce, presunto, presumibilmente, non confermato, non confermata, qualcuno dice, a quanto pare, sentito dire`,
    mistaken: `errore, sbagliato, sbagliavo, in realtà, non è vero, corretto, mi ha corretto, da sempre, equivoco, frainteso`,
    habit: `di solito, normalmente, generalmente, in genere, abitualmente, tende, solitamente, di norma`,
    every: `sempre, ogni, tutti, tutte, tutto, tutta, costantemente, ogni volta, continuamente, senza eccezioni, quotidianamente`,
    most: `quasi sempre, quasi ogni, quasi tutti, di solito, la maggior parte, il più delle volte, per lo più, solitamente`,
    often: `spesso, frequentemente, regolarmente, molte volte, molti`,
    some: `a volte, talvolta, qualche volta, alcuni, alcune, ogni tanto, non sempre, non tutti, di tanto in tanto`,
    few: `raramente, di rado, quasi mai, pochi, poche`,
    none: `mai, nessuno, nessuna, nemmeno una volta`,
    from: `da, dal, dalla, dallo, dall, dai, dalle`,
    to: `a, al, alla, in, all, ad`,
  },
  opposites: `liking: ama adora piace apprezza gradisce gode appassionato | odia detesta sopporta disprezza
  veloce rapido rapida svelto | lento lenta
  caro costoso cara | economico conveniente economica
  silenzioso tranquillo tranquilla calmo calma paziente rilassato | rumoroso rumorosa nervoso nervosa agitato impaziente ansioso stressato
  grande enorme | piccolo piccola
  buono buona ottimo ottima eccellente | cattivo cattiva pessimo pessima scadente
  facile semplice | difficile complicato complicata
  affidabile stabile | inaffidabile instabile
  puntuale | ritardo tardi
  contento contenta soddisfatto soddisfatta felice | scontento scontenta insoddisfatto insoddisfatta infelice deluso delusa
  fida fiducia | diffida dubita
  sicuro sicura | insicuro pericoloso
  caldo calda | freddo fredda
  presto | tardi
  utile | inutile
  generoso generosa | avaro avara tirchio
  ordinato ordinata pulito | disordinato disordinata sporco
  gentile cortese | scortese maleducato
  breve corto | lungo lunga
  solo sola | insieme gruppo
  paura teme | coraggioso
  macchina auto automobile
  riunione incontro riunioni
  lavoro impiego lavora
  appartamento casa abitazione
  medico dottore
  film pellicola
  bambino figlio bambini figli`,
  states: `vive abita residente appartamento > trasferito! trasferita! trasferiti! traslocato!
  lavora impiegato impiegata > licenziato! licenziata! dimesso! lasciato
  single celibe nubile fidanzato fidanzata > sposato! sposata! sposati! matrimonio!
  sposato sposata > divorziato! divorziata!
  studia studente studentessa impara > laureato! laureata! diplomato! superato!
  guida possiede macchina moto > venduto!
  fuma > smesso!
  stagista assistente impiegato impiegata analista > promosso! promossa!
  beta prova > lanciato! rilasciato! pubblicato!`,
  good: `buono buona ottimo ottima eccellente veloce affidabile stabile sicuro facile contento contenta soddisfatto soddisfatta felice ama adora apprezza lodato ringraziato ringraziò grato entusiasta perfetto gentile puntuale utile preferisce comodo bravo`,
  bad: `cattivo pessimo pessima scadente lento inaffidabile instabile pericoloso difficile complicato scontento insoddisfatto infelice odia detesta lamentato lamenta problema problemi errore errori guasto bloccato ritardo ritardi deluso caro rumoroso nervoso`,
  numbers: `zero=0 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 venti=20 trenta=30 quaranta=40 cinquanta=50 cento=100 mille=1000`,
  months: `gennaio=1 febbraio=2 marzo=3 aprile=4 maggio=5 giugno=6 luglio=7 agosto=8 settembre=9 ottobre=10 novembre=11 dicembre=12`,
  units: `euro=money dollari=money dollaro=money percento=percent secondo=second secondi=second minuto=minute minuti=minute ora=hour ore=hour giorno=day giorni=day settimana=week settimane=week mese=month mesi=month anno=year anni=year chilo=kilo chili=kilo`,
  irregular: 'tè=tè',
  clauseWords: `ma però mentre perché sebbene che`,
  stem: romanceStem,
} as const satisfies Language
