import type { Language } from '../language.js'
import { germanicStem } from '../stems.js'

export const de = {
  code: 'de',
  letters: '\u00df',
  capitalNouns: true,
  functionWords: `der die das den dem des ein eine einen einem einer eines und oder aber doch denn als wie wenn weil dass ob in im an am auf aus bei
  mit nach von vom zu zum zur für um über unter vor hinter neben zwischen durch gegen bis seit während wegen ist sind war waren bin bist sein seine
  seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihm ihn er sie es wir ich du mir mich dir dich uns euch man sich hat haben habe hatte hatten
  wird werden wurde wurden worden kann können konnte muss müssen soll sollte will wollen darf mag möchte dieser diese dieses diesem diesen jener sehr
  ganz nur noch schon auch so da dort hier dann damit dabei etwa ungefähr rund eigentlich ja mal heute gestern morgen gerne gern viel mehr immer oft
  sagte sagt meinte erzählte tut macht gemacht ließ lässt jetzt neu neue neuen neuer neues woche wochen tag tage tagen monat monate monaten jahr jahre jahren pro`,
  cues: {
    no: `nicht, kein, keine, keinen, keinem, keiner, keines, nie, niemals, niemand, nichts, ohne, weder, keineswegs, noch nie, kaum, auf keinen fall, keinesfalls, gar nicht, überhaupt nicht, überhaupt kein, überhaupt keine, überhaupt keinen`,
    shun: `vermeidet, meidet, vermeiden, verweigert, lehnt, verzichtet, ignoriert, überspringt, lässt aus, weigert`,
    contrary: `nichts gegen, nichts dagegen, kein problem mit, keine einwände, keinen zweifel, keine zweifel`,
    ceased: `nicht mehr, kein _ mehr, keine _ mehr, keinen _ mehr, nicht _ mehr, aufgehört, hört auf, hörte auf, aufgegeben, gab auf, gekündigt, kündigte, abbestellt, eingestellt, beendet, abgeschafft, verkauft,
      verkaufte, nie mehr, nie wieder, keine mehr, keinen mehr, abgestellt, storniert, abgesagt, abgeschaltet, losgeworden, stoppte, gestoppt`,
    changed: `umgezogen, zog, gezogen, zieht, gewechselt, wechselte, wechselt, umgestiegen, stieg um, steigt um, geworden, wurde befördert, befördert, geheiratet, heiratete, verheiratet,
      umgestellt, stellte um, ersetzt, ersetzte, statt, anstatt, anstelle, inzwischen, umbenannt, verlegt, verlegte, geschieden, gewandelt, migriert, verschoben, übernommen, tauschte, getauscht`,
    adjusted: `erhöht, erhöhte, gestiegen, stieg, gesenkt, senkte, gekürzt, reduziert, reduzierte, verschoben, verlängert, verkürzt, gewachsen, wuchs, gefallen, zugenommen, abgenommen, verdoppelt, halbiert, angehoben, nur noch, auf`,
    now: `jetzt, nun, seit, inzwischen, mittlerweile, ab sofort, neuerdings, derzeit, heutzutage, seitdem, künftig, von nun an, seit kurzem, ab jetzt`,
    still: `immer noch, noch immer, weiterhin, nach wie vor, wie immer, wie üblich, wieder, wie gewohnt, bleibt, unverändert, noch`,
    past: `als kind, vor jahren, früher, damals, als student, als studentin, in ihrer jugend, in seiner jugend, während des studiums, vor zehn jahren, vor langer zeit, als jugendlicher, als schüler, als schülerin, einst`,
    temporary: `nur diese woche, diese woche, vorübergehend, vorerst, ausnahmsweise, im urlaub, während des urlaubs, zurzeit krank, nur heute, bis auf weiteres, für ein paar tage, nächste woche, krankheitsbedingt`,
    once: `einmal, gestern, heute, heute morgen, letzte woche, letzten montag, am montag, am dienstag, am mittwoch, am donnerstag, am freitag, gestern abend, diesmal, letzte nacht, neulich`,
    hedge: `vielleicht, möglicherweise, eventuell, könnte, dürfte, scheint, anscheinend, wohl, ein wenig, ein bisschen, etwas weniger, nicht ganz, nicht immer, teilweise, gemischte gefühle, manchmal doch, manchmal, gelegentlich, zweifelt, unsicher, ab und zu, bisweilen, fraglich`,
    exception: `außer, ausgenommen, bis auf, abgesehen von, es sei denn, mit ausnahme, ausnahme, aber nicht, nur nicht, jedoch nicht, außer wenn, sofern nicht`,
    ask: `?, ob, muss ich fragen, fragen, frage, geplant, plant, zu klären, soll ich, will ich fragen, noch zu klären, wird besuchen, wird teilnehmen, umfrage, zu prüfen`,
    rumour: `angeblich, gerücht, gerüchten, gerüchte, gerüchteweise, unbestätigt, soll angeblich, vom hörensagen, behauptet, jemand sagte, nicht bestätigt`,
    mistaken: `irrtum, falsch, stimmt nicht, mein fehler, verwechselt, in wirklichkeit, tatsächlich, korrigierte, schon immer, nicht wahr, missverständnis`,
    habit: `normalerweise, meistens, gewöhnlich, in der regel, üblicherweise, meist, generell, neigt`,
    every: `immer, alles, jeden, jede, jedes, jeder, alle, allen, stets, ständig, täglich, ausnahmslos, ganze, jedes mal`,
    most: `meistens, meist, fast immer, fast jeden, fast alle, gewöhnlich, normalerweise, in der regel, die meisten, überwiegend, mehrheit`,
    often: `oft, häufig, regelmäßig, öfter, viele, mehrmals`,
    some: `manchmal, manchmal doch, gelegentlich, ab und zu, einige, hin und wieder, ein paar, nicht immer, nicht jeden, nicht alle`,
    few: `selten, kaum, fast nie, wenige, so gut wie nie`,
    none: `nie, niemals, niemand, kein, keine, keinen, kein einziges mal`,
    from: `von, vom, aus, statt`,
    to: `nach, zu, zum, zur, auf, in, ins`,
  },
  opposites: `liking: mag liebt gern schätzt begeistert liebe gefällt genießt freut | hasst verabscheut ungern missfällt abneigung
  schnell flott zügig rasch | langsam träge
  teuer kostspielig | billig günstig preiswert
  leise ruhig still | laut
  groß riesig | klein winzig
  gut ausgezeichnet hervorragend toll großartig | schlecht miserabel furchtbar
  einfach leicht | schwierig schwer kompliziert
  zuverlässig stabil verlässlich | unzuverlässig instabil
  pünktlich rechtzeitig | unpünktlich verspätet spät
  zufrieden glücklich froh | unzufrieden unglücklich enttäuscht
  vertraut vertrauen traut | misstraut misstrauen zweifelt
  sicher | unsicher gefährlich
  warm heiß | kalt kühl
  früh | spät
  nützlich hilfreich | nutzlos
  geduldig ruhig gelassen entspannt | ungeduldig nervös gestresst ängstlich
  großzügig | geizig
  ordentlich sauber | unordentlich schmutzig chaotisch
  freundlich höflich nett | unfreundlich unhöflich
  kurz knapp | lang ausführlich
  allein alleine | zusammen gemeinsam
  angst fürchtet | mutig furchtlos
  auto wagen
  haus zuhause
  besprechung besprechungen treffen meeting sitzung
  arbeitet arbeit job
  wohnung apartment
  handy telefon
  fahrrad rad
  arzt doktor`,
  states: `wohnt lebt wohnung > umgezogen! zog! gezogen! umzug!
  arbeitet angestellt job firma > gekündigt kündigte verlassen verließ wechselte gewechselt
  ledig single verlobt > geheiratet! heiratete! hochzeit!
  verheiratet > geschieden! scheidung!
  studiert lernt student studentin ausbildung > abgeschlossen! bestanden! absolviert!
  fährt besitzt hat auto motorrad > verkauft! verkaufte!
  raucht > aufgehört!
  praktikant assistent entwickler angestellter sachbearbeiter > befördert!
  beta test > veröffentlicht! erschienen!`,
  good: `gut ausgezeichnet hervorragend toll großartig schnell zuverlässig stabil sicher einfach zufrieden glücklich froh mag liebt schätzt gern lobte gelobt bedankte dankte begeistert perfekt freundlich pünktlich nützlich günstig bevorzugt zufriedenheit`,
  bad: `schlecht miserabel furchtbar langsam unzuverlässig instabil unsicher schwierig kompliziert unzufrieden unglücklich hasst beschwerte beschwert ärgert ärgerte problem probleme fehler ausfall abgestürzt stürzte verspätung verspätet enttäuscht teuer laut nervös genervt`,
  numbers: `null=0 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 zwanzig=20 dreißig=30 vierzig=40 fünfzig=50 hundert=100 tausend=1000`,
  months: `januar=1 februar=2 märz=3 april=4 mai=5 juni=6 juli=7 august=8 september=9 oktober=10 november=11 dezember=12`,
  units: `euro=money euros=money dollar=money franken=money prozent=percent sekunde=second sekunden=second minute=minute minuten=minute stunde=hour stunden=hour uhr=clock tag=day tage=day tagen=day woche=week wochen=week monat=month monate=month jahr=year jahre=year jahren=year kilo=kilo`,
  clauseWords: `aber obwohl während weil sondern jedoch dass`,
  stem: germanicStem,
} as const satisfies Language
