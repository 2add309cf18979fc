import type { Language } from '../language.js'
import { germanicStem } from '../stems.js'

export const nl = {
  code: 'nl',
  functionWords: `de het een en of maar want als dat die dit deze er in op aan bij met naar van uit voor over onder tot tussen door om te tegen sinds tijdens
  is zijn was waren ben bent heeft hebben had hadden wordt worden werd werden kan kunnen kon moet moeten zou zal zullen wil willen mag hij zij ze het ik je jij we wij u mij me hem haar hun
  ons onze mijn zijn zich heel erg zeer alleen nog al ook zo daar hier dan dus toch wel eens vandaag gisteren morgen meer veel altijd vaak nu nieuwe nieuw week weken dag dagen maand maanden jaar jaren per
  zei zegt vertelde doet maakt gemaakt gaat ging vooral ongeveer graag`,
  cues: {
    no: `niet, geen, nooit, niemand, niets, zonder, noch, nergens, geenszins, nauwelijks, helemaal niet, helemaal geen, nog nooit, absoluut niet`,
    shun: `vermijdt, mijdt, weigert, negeert, slaat over, mist, laat staan, ontwijkt`,
    contrary: `niets tegen, geen bezwaar, geen probleem met, geen twijfel, geen twijfels`,
    ceased: `niet meer, geen _ meer, niet _ meer, gestopt, stopte, stopt, opgegeven, gaf op, opgezegd, zegde op, beëindigd, afgeschaft, verkocht, nooit meer, niet langer, geannuleerd, afgezegd, ermee opgehouden, opgehouden, stopgezet`,
    changed: `verhuisd, verhuisde, verhuisden, overgestapt, stapte over, stapt over, gewisseld, wisselde, veranderd, veranderde, geworden, werd, gepromoveerd, getrouwd, trouwde, trouwden, vervangen, verving, in plaats van, overgeschakeld, overgezet, verplaatst, gescheiden, ingeruild, inmiddels, gemigreerd, bevorderd, overgenomen, ruilde`,
    adjusted: `verhoogd, verhoogde, gestegen, steeg, verlaagd, verlaagde, verminderd, gereduceerd, ingekort, verlengd, uitgesteld, verschoven, verzet, gegroeid, groeide, gedaald, verdubbeld, gehalveerd, nog maar, teruggebracht, gezakt, opgehoogd`,
    now: `nu, tegenwoordig, sinds, voortaan, inmiddels, vanaf nu, momenteel, sindsdien, vanaf heden, sinds kort, vanaf`,
    still: `nog steeds, nog altijd, zoals altijd, zoals gewoonlijk, weer, opnieuw, blijft, onveranderd, zoals eerder`,
    past: `als kind, jaren geleden, vroeger, destijds, als student, in zijn jeugd, in haar jeugd, lang geleden, toen hij, toen ze, ooit, tien jaar geleden`,
    temporary: `alleen deze week, deze week, tijdelijk, voorlopig, op vakantie, tijdens zijn vakantie, tijdens haar vakantie, alleen vandaag, bij uitzondering, volgende week, tot nader order, een paar dagen`,
    once: `één keer, een keer, eenmaal, gisteren, vandaag, vanmorgen, vanochtend, vorige week, gisteravond, afgelopen maandag, op maandag, op dinsdag, op woensdag, op donderdag, op vrijdag, laatst, onlangs, deze keer`,
    hedge: `misschien, mogelijk, wellicht, zou kunnen, lijkt, blijkbaar, een beetje, enigszins, niet helemaal, niet altijd, deels, gemengde gevoelens, soms, twijfelt, onzeker, af en toe, iets minder, wat minder, minder zeker`,
    exception: `behalve, tenzij, met uitzondering van, uitgezonderd, afgezien van, uitzondering, op na, maar niet, maar dan niet, behoudens`,
    ask: `?, of hij, of ze, of zij, moet ik vragen, vragen, vraag, gepland, plannen, nog uitzoeken, uitzoeken, te doen, zal bijwonen, enquête, navragen, nagaan`,
    rumour: `naar verluidt, gerucht, geruchten, onbevestigd, beweert, iemand zei, zou volgens, van horen zeggen, niet bevestigd`,
    mistaken: `vergissing, fout, klopt niet, mijn fout, verward, in werkelijkheid, in feite, corrigeerde, altijd al, niet waar, misverstand, verkeerd begrepen`,
    habit: `meestal, gewoonlijk, doorgaans, normaal, in de regel, over het algemeen, normaliter`,
    every: `altijd, elke, elk, iedere, ieder, alle, alles, steeds, voortdurend, dagelijks, iedereen, hele, elke keer, zonder uitzondering`,
    most: `meestal, bijna altijd, bijna elke, bijna alle, doorgaans, gewoonlijk, de meeste, merendeel`,
    often: `vaak, dikwijls, regelmatig, veel, meermaals`,
    some: `soms, af en toe, sommige, nu en dan, een paar, enkele, niet altijd, niet elke, niet alle`,
    few: `zelden, nauwelijks, bijna nooit, weinig, haast nooit`,
    none: `nooit, niemand, geen enkele, geen, geen enkele keer`,
    from: `van, uit, vanuit`,
    to: `naar, op, in`,
  },
  opposites: `liking: houdt hou leuk lekker graag waardeert geniet dol liefde fijn bevalt | haat verafschuwt hekel vreselijk
  snel vlot rap | langzaam traag sloom
  duur prijzig | goedkoop voordelig
  rustig stil | lawaaiig luidruchtig druk
  groot | klein
  goed uitstekend geweldig | slecht vreselijk
  makkelijk eenvoudig simpel gemakkelijk | moeilijk lastig ingewikkeld
  betrouwbaar stabiel | onbetrouwbaar instabiel
  stipt punctueel | laat te-laat
  tevreden blij gelukkig | ontevreden ongelukkig teleurgesteld
  vertrouwt vertrouwen | wantrouwt
  veilig | onveilig gevaarlijk
  warm heet | koud koel
  vroeg | laat
  nuttig handig | nutteloos
  geduldig kalm ontspannen | ongeduldig nerveus gestrest bang
  gul vrijgevig | gierig
  netjes opgeruimd schoon | slordig rommelig vies
  vriendelijk beleefd aardig | onvriendelijk onbeleefd
  kort | lang
  alleen | samen
  bang angst vrees | dapper
  auto wagen
  vergadering overleg meeting
  werk baan werkt
  woning appartement flat
  telefoon mobiel gsm
  huisarts dokter arts`,
  states: `woont leeft woning > verhuisd! verhuisde! verhuisden!
  werkt baan werkgever > opgezegd ontslag! vertrokken overgestapt
  vrijgezel verloofd single > getrouwd! trouwde! trouwden! bruiloft!
  getrouwd > gescheiden!
  studeert leert student opleiding > afgestudeerd! geslaagd!
  rijdt bezit heeft auto motor > verkocht!
  rookt > gestopt!
  stagiair assistent medewerker analist > gepromoveerd! bevorderd! promotie!
  bèta beta test > uitgebracht! gelanceerd!`,
  good: `goed uitstekend geweldig snel betrouwbaar stabiel veilig makkelijk tevreden blij gelukkig houdt waardeert leuk lekker prees bedankte dankbaar enthousiast perfect vriendelijk stipt nuttig goedkoop liever fijn`,
  bad: `slecht vreselijk langzaam traag onbetrouwbaar instabiel onveilig moeilijk ingewikkeld ontevreden ongelukkig haat klaagt klaagde ergert ergerde probleem problemen fout fouten storing crashte gecrasht vertraging teleurgesteld duur hekel nerveus`,
  numbers: `nul=0 twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 twintig=20 dertig=30 veertig=40 vijftig=50 honderd=100 duizend=1000`,
  months: `januari=1 februari=2 maart=3 april=4 mei=5 juni=6 juli=7 augustus=8 september=9 oktober=10 november=11 december=12`,
  units: `euro=money euros=money dollar=money procent=percent seconde=second seconden=second minuut=minute minuten=minute uur=hour uren=hour dag=day dagen=day week=week weken=week maand=month maanden=month jaar=year jaren=year kilo=kilo`,
  clauseWords: `maar hoewel terwijl omdat want dat`,
  stem: germanicStem,
} as const satisfies Language
