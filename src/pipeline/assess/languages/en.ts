import type { Language } from '../language.js'
import { englishStem } from '../english-stem.js'

export const en = {
  code: 'en',
  functionWords: `consider find think believe deem regard feel reckon seem look a an the this that these those my your his her its our their of in on at by with for to from into onto upon
  over under above below up down out off about as than then and or but so if nor yet also too very quite rather really just
  only even ever i you he she it we they me him us them himself herself itself myself themselves who whom which what whose
  is am are was were be been being do does did done doing has have had having will would shall should can could may might
  must there here when while where why how because since until before after during through between among within across
  against toward towards around near per via each every all any some both either neither one ones other others another such
  same more most much many few several less least well almost already still again now not no never none nobody nothing
  s t d m re ve ll get gets got getting gotten let lets make makes made go goes going went gone say says said tell tells told
  able fully completely totally entirely extremely absolutely highly deeply truly simply clearly indeed actually visibly
  warmly outright both though although however whatever whatsoever anything everything something someone anyone everyone
  somebody anybody everybody thing things kind sort lot lots way bit time times is user mr mrs ms dr today yesterday tomorrow
  once twice that's etc overall generally normally usually typically often sometimes rarely always himself
  new hour hours minute minutes second seconds currently present day days week weeks month months year years`,
  cues: {
    not: `not, never, nor, without, instead of, rather than, cannot, hardly, barely, scarcely,
      not once, never once, far from, anything but, untrue, false that, impossible to, wrong to say, is wrong that, is false that, is incorrect that, is not true that, is a myth that, is not the case that, wrong that, incorrect that, not the case that, a myth that, no truth in, untrue that, isn't true, not true that,
      unable to, free of, free from`,
    no: `no, none, nobody, no one, nothing, neither, nowhere, zero, not a single, not one`,
    shun: `object to, objects to, resist, skip, miss, avoid, refuse, refuse to, decline, decline to, against, is against, are against, hostile to, ignore, lack, reject, forgo, fail to, stay away from, steer clear of, go without,
      shun, do without, abstain from, refrain from, be left off, leave off, left off, opt out of, oppose, opposed to, ban,
      forbid, prohibit, disable, rule out, unlike, cancel, delete, remove, exempt`,
    contrary: `nothing against, doesn't mind, don't mind, does not mind, no objection, no objections, no problem with, no doubts, no doubt, doesn't mind, no issue with,
      has never bothered, never bothered, never bother`,
    ceased: `no longer, stop, quit, give up, gave up, given up, give notice, gave notice, hand back, move out of, moved out of, anymore, any more, any longer, cease, discontinue, abandon,
      ended, comes to an end, came to an end, drop, used to, retire, retired, deprecate, sunset, shut down, call off, put an end to, phase out, swear off,
      kick the habit, wean off,  scrap, get rid of, got rid of, bin, unsubscribe, cancel,
      not since, sign off, close down, throw out, do away with, terminate, revoke, pull out of, withdraw from,
      part ways with, break up with, say goodbye to, dissolve`,
    changed: `come out of, came out of, ditch, trade, convert from, exit, switch, move, migrate, change, replace, become, turn into, convert, go from, went from, shift, transition,
      take over, taken over, took over, come around, came around, come round, warm to, upgrade, downgrade, reach, promote, promoted, marry,
      married, get married, got married, divorce, swap, trade in, adopt, start to, started, begin, began, rename,
      rewrite, rewritten, rewrote, port, ported, relicense, relocate, settle in, join, joined, graduate, pass, passed, transfer,
      has since, have since, instead of, in place of, go over to, opt for, acquire, hand over, give way to, revise, revised,
      reverse, change his mind, change her mind, change their mind, grow into, step down, take up, move on to, merge into,
      supersede, overhaul, redesign, now instead, merged`,
    adjusted: `increase, raise, grow, grew, grown, cut, shorten, reduce, lower, extend, push back, bring forward, postpone, delay, be down to,
      down to, up to, up from, down from, bump, drop to, rise, rose, risen, climb, fall to, fell to, fallen to, double, triple, halve, shrink, shrank, expand, improve,
      improved, adjust, shift, reschedule, move to, moved to, moved, surpass, reach, exceed, slip to, update, boost, gain, put on, lose, lost,
      decrease, decline to, set to, set at, cap, limit to, go up, go down, went up, went down, widen, upgrade to, now includes, now include, gone from, went from, scale up, scale down`,
    now: `since, from next week, from next month, from next year, as from, from monday, from january, from this week, from this month, now, these days, as of, from now on, currently, lately, recently, nowadays, effective, by now, since then, has since, have since,
      since the, from today on, going forward, henceforth, starting, at the moment, this time, meanwhile, since march, since april, since may,
      since june, since july, since january, since february, since august, since september, since october, since november,
      since december, since last, since this, of late, today onwards, since his, since her, since their, since its, since a, since moving, since joining, since we, after the`,
    still: `still, as usual, again, as before, as ever, remain, stay, stays, keep up, kept up, continue, same as, back in, back at, like always, even during,
      even after, even on, unchanged, as always, keep on, once more, yet again, to this day, as noted, never stopped`,
    past: `as a child, years ago, year ago, months ago, decade ago, decades ago, as a student, as a kid, as a teenager, as a boy, as a girl, in his youth, in her youth, in their youth, formerly, years ago,
      when he was, when she was, when they were, long ago, in those days, at university, in school, at school, in college, as a young,
      in the past, the very first, originally, in the nineties, in the eighties, decades, grew up, in childhood, during his studies, during her studies, growing up, last century, old days, back then`,
    temporary: `until, this week only, only this week, just this week, just today, this once, just this once, just for, temporarily, for now, for the time being,
      during his vacation, during her vacation, during vacation, on vacation, while on leave, on leave, this week, next week, today only, for ten days, for a week,
      for two weeks, for a month, for a few days, for the weekend, until he recovers, until she recovers, until monday, until friday,
      because of a, because of an, because of the, due to a, due to an, tomorrow, this friday, this monday, this tuesday, this wednesday, this thursday, for the holidays, pausing, taking a break, take a break, until further notice, for days, on a break, interim, sick`,
    once: `once, one, a single, yesterday, today, last night, this morning, this afternoon, tonight, on monday, on tuesday,
      on wednesday, on thursday, on friday, on saturday, on sunday, last week, last monday, last tuesday, last wednesday, last thursday, last friday, the latest, latest, the last, on one occasion, for once, for the first time, the other day, for hours, for two hours, just now, an hour, last month, the newest, most recent, at the weekend, last weekend`,
    hedge: `wonders whether, wondered whether, wonders if, may, might, could, perhaps, maybe, possibly, seem, seemingly, appear, a bit, a little, sort of, kind of, not entirely, not fully, not quite, not always, not
      completely, in every respect, somewhat, less sure, mixed feelings, wonder, partly, to some extent, not so sure, less sure, less certain, less convinced, unsure, doubts creep, second thoughts, some doubts, slightly,
      probably, likely, apparently, presumably, in some ways, less than before, not as, hesitant, some reservations, reservations, arguably, a touch, up to a point, less enthusiastic, mostly fine, starting to doubt, lukewarm, ambivalent, in two minds, on the fence, torn, tad`,
    exception: `but only, except, except for, except when, except that, unless, apart from, aside from, but not, with the exception, an exception, the one exception, exception, other than, save for, excluding, but only
      when, only when, but never, barring, not counting, but for, just not, though not, only if, yet not, not when, outside of, with one caveat`,
    ask: `?, whether, i wonder, we wonder, intend to, what do, what does, must ask, should ask, to do, todo, plan to, planned, question for, find out, need to find out, to be decided, ask whether, ask if, ask _ if, ask _ whether, ask _ about, ask _ how, ask _ what, asked _ whether, asked _ if, ask _ where, ask him, ask her, ask them, asked whether, no answer, will ask,
      wondering if, wondering whether, will attend, will check, to check, to clarify, open question, tbd, curious whether, check whether, check if, find out whether, find out if, want to know, remind me to, in a survey, have to ask, let me ask, next step, intend to ask, remains to be seen, unclear whether, don't know whether, not known whether, next quarter, should check, should find out, look into, consider whether, am i, is it, does he, does she, do they, need to check, need to ask, going to ask, plan is to`,
    rumour: `rumour, rumor, rumours, rumors, rumour has it, unverified, unconfirmed, allege, alleged, allegedly, reportedly, second-hand, secondhand, third-hand, thirdhand, hearsay, someone claimed, claim, claims, gossip, grapevine,
      nobody has confirmed, could not verify, couldn't verify, not verified, not confirmed, supposedly, word is, anonymous, heard from, apparently, speculate, speculation, someone said, a tweet, forum post, is said to, are said to, whisper`,
    confirmed: `confirm, confirmed, in writing, verified, verify, proved, proven, officially, stated outright, made clear, with my own eyes, i saw, i heard, i watched, documented, signed, certified, announce, on record, first-hand`,
    mistaken: `corrected me, correct me, misreading, misread, my mistake, was wrong, is wrong, were wrong, by mistake, has always been, have always been, had always been, always was, has only ever, only ever, never was, never had, typo, misheard, mixed up, in fact, not true, contrary to, actually, misunderstood, in error, the other way round, the other way around, the reverse, not the, mistaken, wrongly, turns out, turned out`,
    habit: `tend to, usually, normally, generally, typically, as a rule, mostly, by default, habitually, customarily, ordinarily`,
    every: `always, every, each, all, everyone, everybody, every time, whole, entire, without exception, each and every, constantly, invariably, consistently, daily, any, unfailingly, without fail, at all times, all day, religiously, both, hundred percent`,
    most: `most, usually, normally, generally, typically, mostly, nearly every, almost every, nearly always, almost always, most of the time, all but one, all but two, majority, nearly all, almost all, by and large, vast majority, as a rule`,
    often: `often, frequently, regularly, many, a lot, repeatedly, several times, much of the time, time and again, commonly, half the time, more often than not, again and again, routinely, plenty of`,
    some: `sometimes, some, occasionally, now and then, from time to time, a few, at times, once in a while, every now and then, several, on occasion, not every, not all, not always, half, here and there, a couple, a handful, certain`,
    few: `rarely, seldom, hardly, hardly ever, barely, almost never, few, scarcely, scarcely ever, hardly any, almost no, once in a blue moon, next to no, very few, infrequently, almost nobody, almost none, nearly never`,
    none: `never, none, nobody, no one, not once, not a single, not one, neither, at no time, not any, zero, nothing, not a, under no circumstances`,
    prefer: `prefer, rather, rate, value, favour, favor, put, choose, pick, rank, place, like, love, enjoy, opt for, go for`,
    than: `than, over, to, above, ahead of, before, rather than, instead of, compared to, compared with, versus, more than, better than, less than, worse than, fewer than`,
    more: `more than, better than, more, better, faster, cheaper, bigger, larger, higher, greater, stronger, easier, nicer, quicker, safer, sooner, above, ahead of, over, prefer, superior, outperform, beat`,
    less: `less than, worse than, fewer than, less, worse, weaker, fewer, lower, slower, inferior, below, behind`,
    from: `from, away from, out of, swap, replace, ditch, trade in, trade`,
    to: `to, into, onto, over to, for`,
  },
  opposites: `like love enjoy adore appreciate fond fan enthusiastic relish welcome cherish favour keen delight delighted passionate thrilled | dislike hate detest loathe despise resent abhor loath averse
  want wish desire insist demand request crave | refuse reject
  trust rely believe confidence confident faith | distrust mistrust doubt suspicious suspect sceptical skeptical wary
  sure certain convinced confident | unsure doubtful uncertain
  happy satisfied content pleased glad contented delighted | unhappy dissatisfied discontent displeased unsatisfied miserable annoyed frustrated fed
  optimistic hopeful upbeat bullish | pessimistic gloomy bearish hopeless
  calm relaxed easygoing composed unflappable serene patient cool | nervous anxious stressed tense panic panicky agitated frantic temper impatient hectic worried snap snapped yell yelled shout shouted
  careful cautious meticulous thorough diligent | careless sloppy negligent reckless
  cheap inexpensive affordable | expensive costly pricey overpriced dear
  fast quick rapid speedy swift snappy responsive prompt promptly quickly | slow sluggish laggy lag crawl late slowly
  simple easy straightforward trivial effortless | complicated complex hard difficult tricky fiddly convoluted intricate challenging
  stable reliable dependable solid robust | unstable unreliable flaky fragile brittle shaky crash
  secure safe protected | insecure unsafe vulnerable vulnerability
  beautiful attractive pretty handsome gorgeous elegant lovely | ugly hideous unattractive
  noisy loud | quiet silent peaceful
  big large huge enormous vast sizeable | small little tiny minor compact
  long lengthy verbose | short brief concise terse
  early | late
  punctual prompt | late tardy unpunctual
  introvert introverted shy reserved | extrovert extroverted outgoing sociable
  open | closed shut
  strong powerful | weak feeble
  generous | stingy mean miserly
  frugal thrifty economical sparing cheapskate | wasteful spendthrift extravagant lavish
  tidy neat organised organized clean | messy untidy disorganised disorganized dirty cluttered
  honest truthful sincere | dishonest lying deceitful
  polite courteous kind friendly nice | rude impolite unfriendly hostile
  healthy fit | unhealthy unfit sick ill
  rich wealthy | poor broke
  warm hot | cold cool chilly
  comfortable cosy cozy | uncomfortable
  useful helpful valuable worthwhile value | useless worthless pointless unhelpful
  good great excellent superb outstanding brilliant fine perfect | bad poor terrible awful dreadful lousy horrible
  modern contemporary | outdated old-fashioned obsolete dated
  public | private
  manual manually hand | automatic automated automatically
  accept approve agree endorse support | reject oppose refuse decline disapprove object
  answer reply respond | ignore
  remember | forget
  win succeed | lose fail
  pass | fail
  work function succeed | fail crash malfunction
  allow permit let | forbid ban prohibit block
  love | hate
  include contain | exclude omit
  buy purchase | sell
  arrive | leave depart
  enable | disable
  alone solo single-handed individually | share together jointly team group collaborative consensus
  brave fearless courageous | afraid scared fearful frightened terrified terrify fear dread phobia
  interested curious interesting fascinating enthusiastic excited | bored boring uninterested indifferent tedious dull
  calm | loud
  busy | idle free
  profitable | unprofitable loss-making loss burn
  popular | unpopular
  full | empty
  high | low
  strict rigorous | lax lenient relaxed loose
  flexible | rigid inflexible
  formal | informal casual
  serious | funny
  experienced expert skilled proficient fluent | inexperienced novice beginner
  morning | evening night
  vegetarian vegan | carnivore meat steak
  lazy idle | hardworking industrious diligent
  talkative chatty | quiet taciturn
  confident self-assured | insecure hesitant timid
  tolerant | intolerant
  clear obvious plain readable legible | unclear confusing vague ambiguous unreadable
  active | inactive passive
  alive | dead
  empty | full
  ready finished complete done | unfinished incomplete
  legal | illegal
  married | single unmarried divorced
  employed | unemployed jobless
  accurate precise exact correct right | inaccurate imprecise wrong incorrect
  up | down
  well | badly poorly
  loyal faithful | disloyal
  praise commend | criticise criticize complain
  help assist support | hinder
  save | waste spend
  sweet | bitter sour
  transparent | opaque
  scalable scale | unscalable
  compatible | incompatible
  call phone ring rang telephone
  immediately instantly right-away promptly once | later eventually
  start begin commence | stop end finish
  create add | delete remove
  parent father dad mother mum mom
  kid child children
  boss manager supervisor lead
  flat apartment
  film movie
  holiday vacation
  car automobile drive
  bike bicycle cycle cycling
  airplane plane flight fly aircraft
  train railway rail
  test exam examination
  job role position post
  firm company business employer
  shop store
  doc docs documentation manual
  repo repository
  db database
  pull-request pr patch merge-request
  bug defect issue
  picture photo image
  begin start commence
  finish complete end
  fix repair mend
  require need
  supervise manage oversee
  mentor coach tutor teach
  answer reply respond response
  cost price charge fee
  limit budget cap allowance
  start log-in
  host hosting
  commute travel
  cafe coffee-bar
  config configuration setup
  auth authentication login
  deploy deployment rollout
  purchase buy
  dinner supper
  sleep asleep
  meeting call sync standup
  team crew group
  colleague coworker teammate
  fair just | unfair unjust biased
  hopeful | hopeless desperate
  proud | ashamed embarrassed
  tidy neat orderly | mess messy clutter chaos
  modest humble | arrogant conceited boastful vain proud
  relaxing restful soothing relaxed | stressful exhausting tiring draining
  clear precise specific | vague unclear fuzzy imprecise
  legible readable | illegible unreadable
  ambitious driven | unambitious lazy
  creative imaginative inventive | unimaginative
  curious | incurious
  cheerful merry | gloomy sad grumpy glum
  decisive resolute | indecisive hesitant
  disciplined | undisciplined
  efficient | inefficient
  elegant graceful | clumsy awkward
  energetic lively active | tired lethargic sluggish passive
  gentle soft mild tender | harsh rough severe
  grateful thankful | ungrateful
  innocent | guilty
  kind caring compassionate | cruel unkind heartless
  logical rational | illogical irrational
  mature | immature childish
  natural | artificial
  necessary essential vital | unnecessary superfluous
  normal ordinary usual typical | unusual odd strange weird
  obedient | disobedient
  perfect flawless | flawed imperfect
  permanent | temporary
  pleasant agreeable | unpleasant disagreeable nasty
  possible feasible | impossible infeasible
  practical | impractical
  realistic | unrealistic
  respectful | disrespectful
  responsible | irresponsible
  selfish egoistic | selfless unselfish altruistic
  sensible wise smart clever intelligent bright | foolish stupid silly dumb
  sharp | blunt dull
  skilful skilled competent capable able | incompetent unskilled incapable unable
  smooth | rough bumpy
  sophisticated | crude primitive
  spacious roomy | cramped tight narrow
  wide broad | narrow
  deep profound | shallow superficial
  thick | thin
  heavy | light lightweight
  dense | sparse
  dark | bright light
  dry | wet damp humid
  fresh | stale rotten
  ripe | unripe
  sweet | bitter sour
  tasty delicious | tasteless bland disgusting
  raw | cooked
  tall high | short low
  young | old elderly aged
  new recent | old ancient
  rare scarce | common frequent abundant plentiful
  real genuine authentic | fake false counterfeit
  true | false untrue
  successful | unsuccessful failed
  sufficient enough adequate | insufficient inadequate
  suitable appropriate apt | unsuitable inappropriate unfit
  supportive | unsupportive
  visible | invisible hidden
  vocal outspoken | silent reticent
  welcome | unwelcome
  willing eager keen | unwilling reluctant
  worthy | unworthy
  predictable | unpredictable erratic
  consistent | inconsistent
  complete whole | incomplete partial
  safe harmless | dangerous risky hazardous harmful
  lucky fortunate | unlucky unfortunate
  loyal | disloyal
  patient | impatient
  tense strained | relaxed
  direct | indirect roundabout
  available | unavailable
  accessible | inaccessible
  affordable | unaffordable
  acceptable tolerable bearable | unacceptable intolerable unbearable
  bearable | unbearable
  conventional traditional | unconventional modern
  liberal progressive | conservative
  maximum most | minimum least
  mandatory compulsory required obligatory | optional voluntary
  major | minor
  senior | junior
  domestic | foreign
  local | remote global
  central | peripheral
  top | bottom
  front | back rear
  inside indoors | outside outdoors
  first | last
  increase rise grow | decrease fall shrink decline
  improve | worsen deteriorate
  expand | contract
  attract | repel
  agree | disagree
  admit | deny
  appear | disappear vanish
  build construct | demolish destroy
  connect attach | disconnect detach
  encourage | discourage
  gain | lose
  hire employ recruit | fire dismiss
  lend | borrow
  keep honour | break
  love | hate
  laugh | cry
  obey follow | disobey break
  own | rent lease
  push | pull
  raise | lower
  respect admire | despise disrespect
  reveal disclose share | hide conceal
  reward | punish
  strengthen | weaken
  teach | learn
  throw | catch
  unite | divide
  wake rise | sleep
  care | neglect
  angry furious cross irate livid mad
  afraid scared frightened fearful
  sad unhappy
  tired weary exhausted
  ill sick unwell
  begin start
  child kid
  boss manager supervisor
  purchase buy
  doctor physician
  lawyer attorney
  house home
  large big
  quick fast
  wage salary pay
  error mistake fault
  answer reply response
  journey trip
  shop store
  street road
  rubbish garbage trash
  sofa couch
  television tv
  mobile cellphone phone smartphone
  laptop notebook computer
  photo photograph picture`,
  states: `live reside based > move@ moved@ relocate@ emigrate@ resettle@
  work job employ employer employee staff contractor intern consultant > leave left quit resign! resigned! retire! retired! fired dismiss dismissed join joined transfer
  single unmarried bachelor engaged fiance fiancee girlfriend boyfriend dating > marry! married! wedding! divorce! split
  married wife husband spouse partner > divorce separate widowed split leave left
  learn study student course apprentice trainee degree training beginner > graduate! graduated! pass passed finish finished complete completed qualify drop
  individual junior engineer analyst assistant associate deputy intern trainee contributor developer > promote! promoted! promotion!
  beta alpha preview prototype testing draft development pilot experimental trial staging planned unreleased > release released launch launched live! ga! availability! ship shipped publish published
  own drive ride bike car house boat motorcycle keep phone laptop > sell sold
  rent tenant lease > buy bought purchase
  smoke smoker drink drinker > quit stop give
  vegetarian vegan carnivore diet > become became eat again
  sceptical skeptical opposed against doubtful critic critical unsure undecided wary dislike > come came round warm convert converted enthusiastic
  member belong subscribe subscriber customer client user partner plan > leave left cancel quit join
  unemployed jobless > hire! hired! job! employed! position!
  pregnant expecting > birth! born!
  open operate operating run > close closed shut bankrupt
  free gratis > charge charged! paid! paywall! commercial!
  licensed license licence > relicense! relicensed!
  sick ill injured recovering cast > recover! recovered! heal healed
  maintain maintained maintainer manage managed run owner own > take taken took hand handed
  independent startup private > acquire acquired buy bought merge merged
  pet dog cat horse > die died`,
  sorts: `service project team parser library app tool platform system company product framework database package module server client
  program application plugin engine api site website firm group repository repo suite organisation organization`,
  good: `dependable relaxing fair modest tasty delicious spacious realistic sensible competent prefer want insist need good great excellent superb outstanding brilliant perfect fast quick reliable stable robust solid secure safe easy
  simple smooth smoothly flawless flawlessly graceful gracefully cheap affordable helpful useful happy pleased satisfied love like enjoy praise thank thanked grateful
  appreciate delighted impressed impressive fantastic wonderful amazing best success successful successfully succeed calm
  comfortable efficient elegant nice pleasant friendly productive profitable valuable accurate correct responsive generous
  healthy fit beautiful attractive convenient effective clear strong acceptable trustworthy trust win proud thrilled
  excited enthusiastic adore recommend patient punctual polite readable well fluent perfectly handy intuitive uptime careful thorough`,
  bad: `stressful unfair arrogant harsh cramped unrealistic incompetent bad poor poorly terrible awful horrible slow sluggish laggy unreliable unstable flaky fragile brittle insecure unsafe hard difficult
  complicated confusing fail failed failure crash crashed broke broken stall stalled freeze froze
  lose lost loss error errors bug bugs buggy annoying annoy annoyed frustrated frustrating frustrate angry hate dislike detest loathe
  complain complaint grumble criticise criticize useless worthless worst problem problems trouble struggle suffer expensive
  costly overpriced noisy ugly uncomfortable messy sloppy careless late delay delayed outage down downtime incident corrupt corrupted
  timeout leak stress stressed nervous anxious worry worried worries scared afraid terrified terrify fear dread tired exhausted unhappy
  dissatisfied disappointed disappointing disappoint upset impatient weak vulnerable vulnerability wrong inaccurate outdated unclear painful pain
  fiddly tedious boring unacceptable distrust doubt sceptical skeptical temper snapped shouted yelled regret mistake understaffed rude reject rejected lag lags lagged`,
  numbers: `zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13
  fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60
  seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 million=1000000 dozen=12`,
  months: `january=1 february=2 march=3 april=4 may=5 june=6 july=7 august=8 september=9 october=10 november=11 december=12
  jan=1 feb=2 mar=3 apr=4 jun=6 jul=7 aug=8 sep=9 sept=9 oct=10 nov=11 dec=12`,
  contraries: `walk foot drive car taxi cab bus tram train bike bicycle cycle motorcycle ferry plane subway metro scooter lift
  monday tuesday wednesday thursday friday saturday sunday
  morning noon afternoon evening night midnight
  spring summer autumn fall winter
  vegetarian vegan meat steak beef pork chicken fish burger sausage
  tea coffee water juice wine beer cola milk lemonade
  home office cafe library
  written writing email mail phone call ring rang letter chat text
  suit tie jeans shorts hoodie sneakers dress
  cash card
  paper app screen
  red blue green yellow black white grey
  stairs elevator
  breakfast lunch dinner
  north south east west
  left right
  quick quickly hours days slow slowly
  short long brief
  early late
  on-time late punctual
  calm shout shouted angry temper
  sober drunk
  alone friends group
  indoors outdoors
  small large huge
  handwritten typed printed
  window aisle`,
  units: `euro=money euros=money eur=money dollar=money dollars=money usd=money pound=money pounds=money zloty=money franc=money francs=money
  percent=percent pct=percent second=second seconds=second sec=second secs=second minute=minute minutes=minute min=minute mins=minute hour=hour
  hours=hour hrs=hour o'clock=clock kilo=kilo kilos=kilo kg=kilo kilogram=kilo kilograms=kilo day=day days=day week=week weeks=week month=month months=month year=year years=year`,
  clauseWords: `but though although while whereas because since and however which who unless except`,
  irregular: `went=go gone=go was=be were=be is=be are=be am=be been=be has=have had=have did=do does=do done=do made=make
  took=take taken=take gave=give given=give got=get gotten=get came=come saw=see seen=see knew=know known=know
  thought=think found=find told=tell said=say left=leave felt=feel kept=keep began=begin begun=begin ran=run
  wrote=write written=write ate=eat eaten=eat drank=drink drunk=drink drove=drive driven=drive flew=fly flown=fly
  spoke=speak spoken=speak broke=break broken=break chose=choose chosen=choose bought=buy sold=sell paid=pay
  met=meet sent=send spent=spend built=build lost=lose won=win held=hold brought=bring taught=teach caught=catch
  slept=sleep swam=swim swum=swim rode=ride ridden=ride sang=sing sung=sing wore=wear worn=wear grew=grow grown=grow
  threw=throw thrown=throw fell=fall fallen=fall rose=rise risen=rise rang=ring rung=ring hung=hang froze=freeze
  frozen=freeze shook=shake stood=stand understood=understand heard=hear read=read led=lead fed=feed shot=shoot sat=sit
  became=become meant=mean dealt=deal dreamt=dream learnt=learn burnt=burn lent=lend forgot=forget forgotten=forget
  hid=hide hidden=hide bit=bite stuck=stick struck=strike swore=swear sworn=swear quit=quit cut=cut put=put set=set
  children=child men=man women=woman people=person feet=foot teeth=tooth mice=mouse better=good best=good worse=bad
  worst=bad less=less kids=kid lives=live leaves=leave knives=knife shelves=shelf wives=wife halves=half calves=calf
  loaves=loaf thieves=thief wolves=wolf criteria=criterion analyses=analysis media=media data=data news=news
  dying=die lying=lie tying=tie sped=speed fought=fight sought=seek shrank=shrink shrunk=shrink sank=sink sunk=sink
  drew=draw drawn=draw blew=blow blown=blow woke=wake woken=wake stole=steal stolen=steal tore=tear torn=tear
  laid=lay lay=lie bound=bind wound=wind wept=weep swept=sweep crept=creep bred=breed bled=bleed fled=flee
  bought=buy beaten=beat slid=slide spun=spin swung=swing clung=cling flung=fling dug=dig stung=sting cheaper=cheap faster=fast slower=slow unhappier=unhappy`,
  stem: englishStem,
} as const satisfies Language
