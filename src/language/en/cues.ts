import type { Language } from '../language.js'
import { stemOf } from '../words.js'
import { oppositeOf } from './prefixes.js'
import { irregularEnglish } from './irregular.js'

export const en = {
  code: 'en',
  forms: /(?:[^s]s|ed|ing|er|est)$/,
  oppositeOf,
  headLast: true,
  endings: { gerund: 'ing', adverb: 'ly' },
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
  new hour hours minute minutes second seconds throughout besides beyond despite along apart beneath beside amid amongst alongside underneath till versus together anyway instead soon later ago
  else somewhere anywhere everywhere yourself ourselves oneself yourselves hence thus therefore moreover otherwise likewise furthermore nonetheless nevertheless
  currently present day days week weeks month months year years`,
  cues: {
    not: `not, never, nor, without, instead of, rather than, cannot, hardly, barely, scarcely,
      not once, never once, far from, anything but, untrue, false that, impossible to, wrong to say, is wrong that, is false that, is incorrect that, is not true that, is a myth that, is not the case that, wrong that, incorrect that, not the case that, a myth that, no truth in, untrue that, isn't true, not true that,
      unable to, free of, free from,
      not _ once, not _ a single time, not a single time, never had, never was, in no way, by no means,
      not in the least, nowhere near, nothing like, no way, least of all, never ever, at no time,
      under no circumstances, the opposite of, the opposite is true, not at all, no such thing as`,
    no: `no, none, nobody, no one, nothing, neither, nowhere, zero, not a single, not one`,
    shun: `object to, objects to, resist, skip, miss, avoid, refuse, refuse to, decline, decline to, against, is against, are against, hostile to, ignore, lack, reject, forgo, fail to, stay away from, steer clear of, go without,
      shun, do without, abstain from, refrain from, be left off, leave off, left off, opt out of, oppose, opposed to, ban,
      forbid, prohibit, disable, rule out, unlike, cancel, delete, remove, exempt,
      deny, deny being, deny having, sit out, take a break from, taking a break from, pause, paused, time off from,
      off from`,
    contrary: `no trouble, no difficulty, nothing against, doesn't mind, don't mind, does not mind, no objection, no objections, no problem with, no doubts, no doubt, doesn't mind, no issue with,
      has never bothered, never bothered, never bother,
      no objection to, no objections to, nothing bad to say,
      nothing bad to say about, no complaint, no complaints, never a complaint, not a bad word, nothing but praise,
      no qualms about, no quarrel with, no reservations about, no hesitation, no trouble, no difficulty,
      no trouble with, no worries about, not bothered by, not bothered about, unbothered, does not bother,
      don't bother, does not care, never minded,
      couldn't be happier, could not be happier, no regrets, not a problem, no complaints about`,
    ceased: `no longer, stop, quit, give up, gave up, given up, give notice, gave notice, hand back, move out of, moved out of, anymore, any more, any longer, cease, discontinue, abandon,
      ended, ends, comes to an end, came to an end, drop, used to, retire, retired, deprecate, was sunset, is sunset, been sunset, be sunset, sunsetted, sunsetting, shut down, call off, put an end to, phase out, swear off,
      kick the habit, wean off,  scrap, get rid of, got rid of, unsubscribe, cancel,
      not since, sign off, close down, throw out, do away with, terminate, revoke, pull out of, withdraw from,
      part ways with, break up with, say goodbye to, dissolve,
      step down, resign, resign from, bow out, back out of, drop out, drop out of, hang up, lay down, renounce,
      forswear, swore off, sworn off, go off, went off, gone off, break off, broke off, broken off, cut out, come off,
      came off, grow out of, grew out of, grown out of, outgrow, wound up, wound down, winding down, disband, expire, lapse, run out,
      ran out, over and done, be over, is over, are over, no more, remove, withdraw, abolish, eliminate, uninstall,
      dismantle, dispose of, discard, give away, gave away, given away, throw away, threw away, thrown away, sell off,
      sold off, kick, kicked, turn {his} back on, let go of, part with, parted with, closed, closes, to close, will close, shelve, axe, axed,
      pull the plug on, walk away from, walked away from, walk out on, be done with, is done with,
      be through with, relinquish, surrender, vacate, waive, desist, defect from, deregister, resigned, put down,
      has gone from, is gone, are gone, vanish, disappear, go bankrupt, went bankrupt, annul, annulled, void,
      liquidate, suspend, taken off the market, took off the market, delist, delisted, pull from, pulled from,
      be cured of, not any more, not anymore, finally over, closed for good, shut for good, chuck, chucked, jack in,
      jacked in, pack in, packed in, knock on the head, wean`,
    behind: `anymore, any more, any longer, no more`,
    instead: `instead of, in place of`,
    changed: `ditch, trade, exit, switch, move, migrate, change, replace, become, turn into, convert, go from, went from, shift, transition,
      takeover, come around, came around, come round, warm to, upgrade, downgrade, reached, reaches, promote, promoted, marry,
      married, get married, got married, divorce, swap, trade in, adopt, start to, started, begin, began, rename,
      rewrite, rewritten, rewrote, port, ported, relicense, relocate, settle in, join, joined, graduate, pass, passed, transfer,
      has since, have since, instead of, in place of, go over to, opt for, acquire, hand over, give way to, revise, revised,
      reverse, change his mind, change her mind, change their mind, grow into, take up, move on to, merge into,
      supersede, overhaul, redesign, now instead, merged,
      go over, went over, gone over, swapped for, exchange, exchanged, substitute, substituted, make way for,
      made way for, gave way, given way, replacement, succeed, succeeded, turn to, turned to, turned from, evolve,
      evolved, transform, transformed, morph, restructure, revamp, rebuild, rebuilt, reorganise, return to,
      returned to, came back to, defect to, convert to, reclassify, reassign, reassigned, transferred, swapped,
      shot up, made partner, appoint, appointed, found a job, got a job, break up, broke up,
      convert from, come out of, came out of`,
    adjusted: `increase, raise, grow, grew, grown, cut, shorten, reduce, lower, extend, push back, bring forward, postpone, delay, be down to,
      down to, up to, up from, down from, bump, drop to, rise, rose, risen, climb, fall to, fell to, fallen to, double, triple, halve, shrink, shrank, expand, improve,
      improved, adjust, shift, reschedule, move to, moved to, moved, surpass, reach, exceed, slip to, update, boost, gain, put on, lose, lost,
      decrease, decline to, set to, set at, cap, limit to, go up, go down, went up, went down, widen, upgrade to, now includes, now include, gone from, went from, scale up, scale down,
      lift, lifted, enlarge, slash, trim, scale back, tighten, prolong, lengthen, put back, put off,
      move forward, moved forward, pull forward, pulled forward, brought forward, advance, defer, jump, jumped, soar,
      soared, plunge, slide, slid, tick up, dip, dipped, creep up, crept up, top up, inch up, doubled, quadruple,
      swell, dwindle, dropped to, fallen, gone up, gone down, edged up, edge up, knocked down to, knock down,
      wind back, roll back, rolled back, step up to, stepped up to, upgraded, upgrade, downgrade, has risen,
      got longer, got shorter, add, added, now at, now on, now up, now down, come down, came down, come down to,
      whittle, halved, amended to, amend, corrected upwards, revised to, revised up, renegotiate, renegotiated`,
    now: `since, from next week, from next month, from next year, as from, from january, from this week, from this month, now, these days, as of, from now on, currently, lately, recently, nowadays, effective, by now, since then, has since, have since,
      since the, from today on, going forward, henceforth, starting, at the moment, this time, meanwhile, since march, since april, since may,
      since june, since july, since january, since february, since august, since september, since october, since november,
      since december, since last, since this, of late, today onwards, since his, since her, since their, since its, since a, since moving, since joining, since we, after the,
      new, brand new, as of now, by this point, from {month}, from {day}, since {month}, since {day}, as of {month},
      from the first, after {his}, after moving, after years of, at last, finally, newly, has begun, no longer but,
      in the meantime, for some weeks now, for a while now, under the new, with the new, with version, from version,
      in version, since version, as of version, in the new`,
    still: `still, as usual, again, as before, as ever, remain, stay, stays, keep up, kept up, continue, same as, back in, back at, like always, even during,
      even after, even on, unchanged, as always, keep on, once more, yet again, to this day, as noted, never stopped,
      even with, even in, even when, even at, even this, even though, despite, in spite of, regardless, as per usual,
      carry on, carried on, persist, stick to, sticks to, stuck to, sticks with, stick with, stuck with, keep *ing,
      kept *ing, without interruption, uninterrupted, once again, another week, another month, another quarter,
      another year, one more, for another, no change, nothing has changed, hasn't changed, has not changed,
      not changed, to date, all through, right through, throughout the, or not, holds, held up, come rain or shine,
      rain or shine, year after year, week after week, day after day, just like before, just as before,
      just as always, true to form, is back, are back, resumed, back on, back with, maintain, maintained, all through the, right through the`,
    past: `as a child, years ago, year ago, months ago, decade ago, decades ago, as a student, as a kid, as a teenager, as a boy, as a girl, in his youth, in her youth, in their youth, formerly, years ago,
      when he was, when she was, when they were, long ago, in those days, at university, in school, at school, in college, as a young,
      in the past, the very first, originally, in the nineties, in the eighties, decades, grew up, in childhood, during his studies, during her studies, growing up, last century, old days, back then,
      back in {year}, in {his} youth, in {his} childhood, in {his} teens, in {his} twenties, in {his} thirties,
      in {his} forties, in {his} early, in {his} student, in {his} first job, in {his} previous, in {his} last job,
      in {his} old job, in {his} former, in {his} earlier, in {his} school days, in {his} army, in an earlier,
      in a previous, in a former, until {he} was, until {he} turned, till {he} was, when {he} was, before {he} was,
      before {he} joined, before {he} moved, before {he} came, before {he} met, before university, before joining,
      before moving, in the sixties, in the seventies, in the noughties, as a {person}, as {person}, as children,
      as students, at the age of, at age, used to be, back when, once upon a time, early in {his}, earlier in {his},
      in the beginning, in the early days, in the old days, for a time, at one time, at that time, previously,
      a former, {n} summers ago, generation ago, generations ago, lifetime ago, ages ago, during {his} studies,
      during {his} apprenticeship, during {his} military, during {his} school, a decade earlier, years earlier,
      years before, first version, first prototype, early prototype, early version, predecessor`,
    temporary: `until, for the summer, for the winter, for the season, for the term, for the semester, this week only, only this week, just this week, just today, this once, just this once, just for, temporarily, for now, for the time being,
      during his vacation, during her vacation, during vacation, on vacation, while on leave, on leave, this week, next week, today only, for ten days, for a week,
      for two weeks, for a month, for a few days, for the weekend, until he recovers, until she recovers, until monday, until friday, tomorrow, this friday, this monday, this tuesday, this wednesday, this thursday, for the holidays, pausing, taking a break, take a break, until further notice, for days, on a break, interim, sick,
      for {n} day, for {n} week, for {n} month, for {n} night, for a day, for a night, for one day, for one night,
      for a fortnight, for a while, for a couple of days, for a couple of weeks, for the next,
      for the rest of the week, for the rest of the day, next {day}, this {day}, coming {day}, this coming,
      till {day}, until {he} is, until {he} can, until {he} has, till then, till, during the holidays,
      during the holiday, over the holidays, in the holidays, over christmas, at christmas, over easter,
      during {his} holiday, during {his} trip, during {his} stay, while {he} is, while {his}, while the, while away,
      while travelling, while traveling, when travelling, off sick, off work, with the flu, with flu, just once,
      as an exception, exceptionally, a one off, one off, this time only, for this week, for this month,
      this month only, this one time, sit out, sitting out, pause, paused, on hold, on pause, suspended,
      out of action`,
    once: `once, one, a single, yesterday, today, last night, this morning, this afternoon, tonight, last week, last thursday, last friday, the latest, latest, the last, on one occasion, for once, for the first time, the other day, for hours, for two hours, just now, an hour, last month, the newest, most recent, at the weekend, last weekend,
      on {day}, last {day}, the other night, the day before yesterday, earlier today, earlier this week, this evening,
      last evening, last night's, yesterday's, this week's, one day, one evening, one morning, one night, one time,
      a single time, on one, in one, once this, on the spot, in january, in february, in march, in april, in may,
      in june, in july, in august, in september, in october, in november, in december, {n} days ago, a day ago,
      a week ago, days ago, tonight's, at the party, at the wedding, at the dinner, at dinner, at lunch, at breakfast,
      in front of me`,
    hedge: `wonders whether, wondered whether, wonders if, may, might, could, perhaps, maybe, possibly, seem, seemingly, appear, a bit, a little, sort of, kind of, not entirely, not fully, not quite, not always, not
      completely, in every respect, somewhat, less sure, mixed feelings, wonder, partly, to some extent, not so sure, less sure, less certain, less convinced, unsure, doubts creep, second thoughts, some doubts, slightly,
      probably, likely, apparently, presumably, in some ways, less than before, not as, hesitant, some reservations, reservations, arguably, a touch, up to a point, less enthusiastic, mostly fine, starting to doubt, lukewarm, ambivalent, in two minds, on the fence, torn, tad,
      not sure, not certain, not convinced, not wholly, not altogether, not totally, not exactly, not necessarily,
      not all that, not so _ as, not as _ as, not quite as, not wholly sure, not absolutely, slightly less,
      somewhat less, a bit less, a little less, a touch less, less happy, less keen, less confident, less than fully,
      less than convinced, less _ than before, less _ these days, less _ than he, less _ than she, begun to wonder,
      began to wonder, beginning to wonder, doubt whether, doubts whether, doubts that, has doubts, have doubts,
      had doubts, having doubts, some doubt, few doubts, conceivably, potentially, undecided, uncertain, waver,
      wavering, in part, in parts, parts of, to a degree, more or less, not without, room for improvement, misgivings,
      qualms, cooler on, cooled on, may possibly, hint, hints, question whether, questions whether, borderline, so so,
      no longer quite, no longer so, no longer as, no longer entirely, no longer fully, no longer completely,
      not entirely sure any more, not so sure any more, not everything, could be better, might be, might not, may not,
      could possibly, ought to, in theory, on paper, with some hesitation, hesitates, hesitate, hesitantly, at times,
      cautiously, guardedly, tentatively, tepid, mixed, fairly mixed`,
    exception: `but only, except, except for, except when, except that, unless, apart from, aside from, but not, with the exception, an exception, the one exception, exception, other than, save for, excluding, but only
      when, only when, but never, barring, not counting, but for, just not, though not, only if, yet not, not when, outside of, with one caveat,
      excepted, bar the, bar one, bar his, bar her, all but, every _ but, exempt, exempted, excused from, though on,
      though at, though in, though during, though for, but on, but at, but during, but when, but if, minus the,
      besides, as long as, provided that, provided the, provided {he}, leaving out, leave out, leaves out, in all _ but, everything but,
      everyone but, anything but the, nothing but the, everywhere but, with one exception, with few exceptions,
      with exceptions, exceptions, makes an exception, except in, except on, save when, save on, not on, not in,
      not during, not while, not if, the only one, though when, though if, only exception, but then only, excluded,
      if not`,
    ask: `suppose, supposing, if _ should, if _ were, turn out to, what if, if only, were to, would be if, on the roadmap, someone should, somebody should, hypothetically, imagine, ?, whether, i wonder, we wonder, intend to, what do, what does, must ask, should ask, to do, todo, plan to, planned, question for, find out, need to find out, to be decided, ask whether, ask if, ask _ if, ask _ whether, ask _ about, ask _ how, ask _ what, asked _ whether, asked _ if, ask _ where, ask him, ask her, ask them, asked whether, no answer, will ask,
      wondering if, wondering whether, to check, to clarify, open question, tbd, curious whether, check whether, check if, find out whether, find out if, remind me to, in a survey, have to ask, let me ask, next step, intend to ask, remains to be seen, unclear whether, don't know whether, not known whether, next quarter, should check, should find out, look into, consider whether, need to check, need to ask, going to ask, plan is to,
      will {ask}, going to {ask}, plan to {ask}, plans to {ask}, planning to, intend to {ask}, need to {ask},
      have to {ask}, has to {ask}, must {ask}, should {ask}, want to {ask}, let me {ask}, yet to {ask},
      would like to {ask}, hope to {ask}, hoping to, thinking of *ing, thinking about *ing, considers *ing,
      found out yet, not found out, no idea whether, no idea if, whether or not, not known yet, not yet known,
      not sure yet, nothing decided, undecided yet, is asked to, on the agenda, in the pipeline, for discussion,
      to discuss, question is, the question of, up for debate, to follow up, follow up with, on my list,
      for next time, remember to, note to self`,
    rumour: `rumour, rumor, rumours, rumors, rumour has it, unverified, unconfirmed, allege, alleged, allegedly, reportedly, second-hand, secondhand, third-hand, thirdhand, hearsay, someone claimed, claim, claims, gossip, grapevine,
      nobody has confirmed, could not verify, couldn't verify, not verified, not confirmed, supposedly, word is, anonymous, heard from, apparently, speculate, speculation, someone said, a tweet, forum post, is said to, are said to, whisper,
      somebody says, someone says, some say, somebody said, someone told, someone thinks, someone suggested,
      people say, they say, friend of a friend, no proof, no evidence, not been confirmed, not yet confirmed,
      can not confirm, could not confirm, could not be confirmed, cannot confirm, can't be verified, tweet, suggests,
      rumoured, rumored, is believed to, said to be, is thought to, is rumoured, it is said, word has it, purported,
      purportedly, ostensibly, supposed to, presumed, presumably, fell out _ unverified, nobody could verify,
      nobody could confirm, no one could confirm, no one has confirmed, unproven, unsubstantiated, unsupported,
      speculates, talk of, there is talk, overheard, tip off, insinuate, insinuates, without proof, without evidence,
      an anonymous, unnamed, hear that, a stranger, at the bar, on the bus, i'm told, i am told, seems to, appears to,
      looks like, sounds like, according to rumour`,
    mistaken: `corrected me, correct me, misreading, misread, my mistake, was wrong, is wrong, were wrong, by mistake, has always been, have always been, had always been, always was, has only ever, only ever, never was, never had, typo, misheard, mixed up, in fact, not true, contrary to, actually, misunderstood, in error, the other way round, the other way around, the reverse, mistaken, wrongly, turns out, turned out,
      set me straight, sets me straight, stand corrected, stood corrected, got it wrong, had it wrong, i was wrong,
      put me right, corrected, was an error, correction, misspoke, misremembered, confused, wrong about, mistook,
      mistake on my part, i misunderstood, my error, wrong number, not the other way`,
    habit: `tend to, usually, normally, generally, typically, as a rule, mostly, by default, habitually, customarily, ordinarily,
      prone to, inclined to, has a habit of, in the habit of, given to, is known to, wont to, accustomed to,
      used to *ing, most of the time, on the whole, more often than not, nine times out of ten, for the most part,
      mainly, often, regularly`,
    every: `always, every, each, all, everyone, everybody, every time, whole, entire, without exception, each and every, constantly, invariably, consistently, daily, any, unfailingly, without fail, at all times, all day, religiously, both, hundred percent,
      each time, every single, each single, all of, all the, the whole, without exceptions, day in day out, any time,
      ever since, unconditionally, every one, each one, the entire, never fails to, wherever, whenever, in every,
      any and all, perpetually, at every, around the clock, across the board`,
    most: `most, usually, normally, generally, typically, mostly, nearly every, almost every, nearly always, almost always, most of the time, all but one, all but two, majority, nearly all, almost all, by and large, vast majority, as a rule,
      nearly each, almost each, nearly everyone, almost everyone, most days, most of, on most, in most, at most of,
      the bulk of, the greater part, largely, predominantly, mainly, for the most part, as often as not,
      nine times out of ten, more often than not, vast bulk, all but a few, all but three, nearly everything,
      almost everything, virtually all, virtually every, virtually always, practically all, practically every,
      practically always, at nearly every, in nearly every, in almost every, on almost every, on nearly every,
      at almost every, the rule, in general, chiefly, primarily, overwhelmingly, by default`,
    often: `often, frequently, regularly, many, a lot, repeatedly, several times, much of the time, time and again, commonly, half the time, more often than not, again and again, routinely, plenty of,
      a great deal, a good deal, many times, most weeks, lots of, a lot of, numerous, dozens of, oftentimes,
      quite often, very often, day after day, at every turn, in many cases, recurrently, time after time`,
    some: `sometimes, some, occasionally, now and then, from time to time, a few, at times, once in a while, every now and then, several, on occasion, not every, not all, not always, half, here and there, a couple, a handful,
      some of, a minority, few of, not each, not everyone, not everybody, not all of, in some cases, a portion of,
      a fraction of, in places, on some days, some days, on and off, every so often, at intervals, every other,
      sporadically, intermittently, a third of, a quarter of, half of, one or two, two or three, three or four,
      a number of`,
    few: `rarely, seldom, hardly, hardly ever, barely, almost never, few, scarcely, scarcely ever, hardly any, almost no, once in a blue moon, next to no, very few, infrequently, almost nobody, almost none, nearly never,
      only once, just once, only twice, just twice, no more than once, no more than twice, once or twice, once a year,
      once in a lifetime, at most once, at most twice, hardly at all, barely at all, hardly anyone, hardly anybody,
      barely anyone, only a few, only a handful, a tiny fraction, a tiny minority, virtually never, practically never,
      virtually none, virtually no, practically no, next to nobody, next to none, next to nothing, little or no,
      uncommonly, sparingly, not often, not very often, not much, hardly any of, only rarely, on rare occasions,
      now and again`,
    none: `never, none, nobody, no one, not once, not a single, not one, neither, at no time, not any, zero, nothing, under no circumstances,
      not _ a single time, not _ once, nary a, without ever, has yet to, in no case, at no point, not in a single,
      no such`,
    than: `better than, compared to, compared with, fewer than, less than, more than, worse than`,
    from: `from, away from, out of, swap, replace, ditch, trade in, trade,
      go from, went from, gone from, transition from, from {day}, from {month}, transitioned from, come out of,
      came out of, convert from`,
    to: `to, into, onto, over to, for`,
  },
  classes: {
    his: 'his her its their my our your the',
    he: 'he she it they i we',
    of: 'of in out',
    be: 'is are was were am',
    is: 'is are',
    being: 'being',
    portion: 'a an one some several few half part most two three four',
    partOf: 'of',
    auxiliary: 'is are was were am has have had will would can could should may might must does did',
    by: 'by',
    still: 'still',
    away: 'in into out',
    wish: 'want need insist prefer',
    prefer: 'prefer preferred favour favor superior inferior',
    switch: 'switch change migrate convert',
    onset: 'adopt begin start join reach pass marry grow increase reduce raise improve add gain cap',
    comparing: 'over to than',
    determiner: 'the a an his her its their my our',
    preposition: 'in on at for during after before with by from to',
    circumstance: 'at in on by before after during since until when because last this next and , .',
    grammar:
      'a an the is are am be been do does did of that his her its their my your our he she it they i very also as well',
    title: 'mr mrs ms dr prof sir madam',
    recent: 'last past latest previous recent first next',
    at: 'at by until till before after past around',
    day: 'monday tuesday wednesday thursday friday saturday sunday',
    month: 'january february march april june july august september october november december',
    person:
      'child kid boy girl teenager teen youngster toddler baby youth student pupil schoolboy schoolgirl apprentice trainee undergraduate beginner junior newcomer bachelor newlywed soldier recruit freshman',
    him: 'him her me us them you it',
    contrast:
      'only without before after until above below behind beyond over under outside inside old new former first last next previous other second minute hour day week month year',
    nearly: 'almost nearly practically virtually about',
    relative:
      'parent mother father mum mom dad brother sister sibling son daughter wife husband partner spouse girlfriend boyfriend fiance fiancee aunt uncle cousin nephew niece grandmother grandfather grandma grandpa grandparent grandson granddaughter in-law family friend neighbour neighbor flatmate roommate housemate colleague coworker boss manager deputy assistant secretary teammate classmate tenant landlord landlady guest client customer student intern predecessor successor ex mentor doctor dentist lawyer accountant teacher dog cat',
    mend: 'fix repair mend solve resolve patch debug cure eliminate',
    tell: 'tell inform write send show ask remind warn assure',
    ask: 'ask check test try measure benchmark compare find look read visit attend explore discuss review sound verify investigate evaluate clarify study examine inquire enquire research analyse analyze assess probe poll survey interview consult quiz determine decide learn see hear observe watch profile talk speak meet raise query confirm figure',
  },
  idioms: `on time=punctual, right away=immediately, at once=immediately, straight away=immediately, without delay=immediately,
    not only=also, not just=also, not merely=also, not simply=also, nothing more than=much, nothing better than=much, nothing as much as=much,
    does not care for=dislike, do not care for=dislike, did not care for=dislike, never cared for=dislike,
    can not stand=hate, can't stand=hate, can not bear=hate, can not abide=hate, fed up with=hate, sick of=hate, tired of=hate, has no time for=hate,
    look down on=despise, looks down on=despise, gets on {his} nerves=annoy, get on {his} nerves=annoy, drive _ up the wall=annoy, drive _ crazy=annoy, drives _ mad=annoy,
    mad about=love, crazy about=love, nuts about=love, wild about=love, keen on=love, big on=love, hooked on=love, fan of=love, fond of=love, a soft spot for=love, a weakness for=love,
    can not get enough of=love, partial to=love, looks forward to=like, look forward to=like, takes pleasure in=enjoy, takes delight in=enjoy, a sucker for=love,
    thinks highly of=admire, think highly of=admire, looks up to=admire, look up to=admire, thinks little of=despise,
    scared of=fear, afraid of=fear, frightened of=fear, terrified of=fear, petrified of=fear, scared stiff of=fear, in fear of=fear,
    in charge of=manage, at the helm of=manage, is head of=manage, responsible for=manage, looks after=care, look after=care, looked after=care, takes care of=care, take care of=care,
    in favour of=support, in favor of=support, stands up for=support, sticks up for=support, is all for=support,
    take over=takeover, carry out=perform, point out=mention, find out=learn, put up with=tolerate, make do with=accept, turn down=refuse, turned down=refuse,
    get along with=like, gets along with=like, get on with=like, gets on with=like, on good terms with=like, fall out with=dislike, fell out with=dislike, at odds with=dislike,
    easy to use=usable, hard to use=unusable, second hand=used, pre owned=used, pay attention to=heed, in time=punctual, ahead of time=early, ahead of schedule=early, behind schedule=late,
    by heart=memorise, short of money=poor, hard up=poor, strapped for cash=poor, well off=rich, in good shape=fit, out of shape=unfit, in debt=indebted,
    a lot of money=costly, an arm and a leg=costly, a small fortune=costly, a fortune=costly, for free=gratis, free of charge=gratis, on foot=walk, public transport=transit, bus or metro=transit, by car=drive, by bike=cycle, by bicycle=cycle, by train=train, by plane=fly, by bus=bus, by tram=tram,
    up to date=current, out of date=outdated, state of the art=modern, down to earth=modest, hard working=diligent, open minded=tolerant, narrow minded=intolerant, short tempered=impatient, easy going=relaxed, self confident=confident, gets up early=early, sleeps in=late`,
  opposites: `liking: like prefer love enjoy adore appreciate fond fan enthusiastic relish welcome cherish favour keen delight delighted passionate thrilled | dislike hate detest loathe despise resent abhor loath averse
  wish: want wish desire insist demand request crave | refuse reject
  trust rely believe confidence confident faith | distrust mistrust doubt suspicious suspect sceptical skeptical wary
  sure certain convinced confident | unsure doubtful uncertain
  happy satisfied content pleased glad contented delighted | unhappy dissatisfied discontent displeased unsatisfied miserable annoyed frustrated fed
  optimistic hopeful upbeat bullish | pessimistic gloomy bearish hopeless
  calm relaxed easygoing composed unflappable serene patient cool | nervous anxious stressed tense panic panicky agitated frantic temper impatient hectic worried snap snapped yell yelled shout shouted
  careful cautious meticulous thorough diligent carefully cautiously | careless sloppy negligent reckless carelessly recklessly
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
  useful helpful valuable invaluable worthwhile value | useless worthless pointless unhelpful
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
  beta alpha preview prototype testing draft development pilot experimental trial staging planned unreleased > release released launch launched live! ga! production! availability! ship shipped publish published
  own drive ride bike car house boat motorcycle keep phone laptop > sell sold
  rent tenant lease > buy bought purchase
  smoke smoker drink drinker > quit stop give
  vegetarian vegan carnivore diet > become became eat again
  sceptical skeptical opposed against doubtful critic critical unsure undecided wary dislike > come came round warm convert converted enthusiastic
  member belong play sing perform serve sit train subscribe subscriber customer client user partner > leave left cancel quit join
  leave sabbatical furlough > return! returned! resume resumed
  unemployed jobless > hire! hired! job! employed! position!
  pregnant expecting > birth! born!
  open operate operating run > close closed shut bankrupt
  free gratis > charge charged! paid! paywall! commercial!
  licensed license licence > relicense! relicensed!
  sick ill injured recovering cast > recover! recovered! heal healed
  maintain maintained maintainer manage managed run owner own > takeover hand handed
  independent startup private > acquire acquired buy bought merge merged
  pet dog cat horse > die died`,
  sorts: `service project team parser library app tool platform system company product framework database package module server client
  program application plugin engine api site website firm group repository repo suite organisation organization`,
  neutral: `work function beginner novice early late long short`,
  good: `dependable relaxing fair modest tasty delicious spacious realistic sensible competent prefer want insist need good great excellent superb outstanding brilliant perfect fast quick reliable stable robust solid secure safe easy
  simple smooth smoothly flawless flawlessly graceful gracefully cheap affordable helpful useful happy pleased satisfied love like enjoy praise thank thanked grateful
  appreciate delighted impressed impressive fantastic wonderful amazing best success successful successfully succeed calm
  comfortable efficient elegant nice pleasant friendly productive profitable valuable accurate correct responsive generous
  healthy fit beautiful attractive convenient effective clear strong acceptable trustworthy trust win proud thrilled
  excited enthusiastic adore recommend patient punctual polite readable well fluent perfectly handy intuitive uptime careful thorough
   fine okay ok admirable admire advantageous affable agreeable amused appreciative attentive beautifully beauty
   blissful brilliance captivating charming cheerful comfortably commend commendable competence composed considerate
   contented cosy cozy courteous cordial dazzling decent dedicated delight delightful diligent durable eager easily
   effectively efficiently effortless effortlessly elegance eloquent enchanting endearing engaging enjoyable enthusiasm
   ethical exceptional exemplary fabulous faithful fearless favourable favorable flourishing fortunate generously
   genial gentle genuine glad gorgeous gracious grand gratifying handsome happiness happily honest honourable hygienic
   ideal immaculate impeccable impress innovative inspiring interesting invaluable joyful kind knowledgeable lively
   lovely loyal lucid magnificent majestic marvellous marvelous masterful merry meticulous motivated neat optimal
   organised organized outgoing painless passionate patience peaceful pleasing pleasure popular praised prosperous
   prompt reassuring refined refreshing relaxed remarkable resilient respect respected respectful resourceful rewarding
   satisfactory satisfying scenic sincere skilful skilled skillful snug spectacular speedy splendid spotless stellar
   stunning sturdy sublime sumptuous superior supportive swift talented terrific thoughtful thriving tidy tranquil
   truthful unafraid unbreakable uplifting usable versatile vibrant victory vigorous warm wholesome wise witty
   wonderfully worthwhile zealous accessible applaud calming compliment flexible hospitable intact legible outperform
   pristine punctually reliably safely securely seamlessly seamless spot-on stress-free trouble-free trusted
   understandable unmatched`,
  bad: `stressful unfair arrogant harsh cramped unrealistic incompetent bad poor poorly terrible awful horrible slow sluggish laggy unreliable unstable flaky fragile brittle insecure unsafe hard difficult
  complicated confusing fail failed failure crash crashed broke broken stall stalled freeze froze
  lose lost loss error errors bug bugs buggy annoying annoy annoyed frustrated frustrating frustrate angry hate dislike detest loathe
  complain complaint grumble criticise criticize useless worthless worst problem problems trouble struggle suffer expensive
  costly overpriced noisy ugly uncomfortable messy sloppy careless late delay delayed outage down downtime incident corrupt corrupted
  timeout leak stress stressed nervous anxious worry worried worries scared afraid terrified terrify fear dread tired exhausted unhappy
  dissatisfied disappointed disappointing disappoint upset impatient weak vulnerable vulnerability wrong inaccurate outdated unclear painful pain
  fiddly tedious boring unacceptable distrust doubt sceptical skeptical temper snapped shouted yelled regret mistake understaffed rude reject rejected lag lags lagged
   abhor abominable abrasive aching aggressive agony ailing alarmed alarming angrily anguish annoyance anxiety
   anxiously appalling arduous argue argued arrogance atrocious awkward awkwardly baffling bemoan berate bewildering
   bitter bizarre blame blunder boredom bored bother bothered bothers bumpy burden cheat cheated chaotic clumsy
   cluttered condemn confused contempt corrosion cracked creaking cruel cumbersome cynical damage damaged damages damp
   dangerous deadlock deceitful decline declining defect defective deficient deficit delays deplorable depressed
   depressing despise dirty disagreeable disappointment disaster disastrous discomfort discontent discourage
   discouraging disdain disgusted disgusting dishonest dismal dismayed disorderly disorganised disorganized dispute
   dissatisfaction distracted distracting distress distressed disturb disturbing dreadful dreary dull dysfunctional
   embarrassed embarrassing enraged exhausting exasperated excruciating failing false fatigue fault faulty feeble
   filthy flaw flawed flop foul fright frightened frightening fruitless frustration fumble furious futile fuss ghastly
   gloomy grim gripe gross grumpy guilty hapless hardship harm harmful hassle hateful haunted hazard hazardous hideous
   hopeless horrendous horrified hostile hurt hysterical ill illegible illness impolite impossible inadequate
   incomplete inconsistent inconvenient incorrect indifferent ineffective inefficient inept inferior injured injustice
   insufferable insult insulted intolerable intolerant irritable irritate irritated irritating jam jammed jealous
   jittery jumpy lacking lame lazy leaking leaks leaky liar lonely lousy malfunction malicious mediocre mess miserable
   misery mishap misleading mismanaged moan moody mouldy muddled murky nag nasty negligent nervously neglect neglected
   nightmare noise notorious nuisance obnoxious obscure obsolete odious offended offensive oppressive outages
   outrageous overheat overheats overloaded overwhelmed overworked panic panicked pathetic patchy peeling perplexing
   pitiful pointless poisonous pollution precarious protest punishing quarrel quarrelled quarrelsome rage ragged
   rattles reckless reluctant resent resentful restless ridiculous risk risky rot rotten rough rubbish rudely ruin
   ruined rusty sad sadly scandal scold scorn scratch scratched scratchy selfish shabby shaky shallow shambles shame
   shatter shock shocked shocking shoddy short-tempered shy sick sinister sloppily slowly sluggishly smell smelly smoky
   sour spiteful spoil spoiled stale stingy stink stinks strain strained strict stubborn stuck stumble stumbled stuffy
   stutter stutters substandard suffering sulk suspicious tangled tantrum tasteless tardy tense tension terrifying
   thoughtless threaten threatening tiresome torment toxic tragic trash treacherous troubled troublesome unbearable
   uncertain uncooperative underpaid underwhelming undependable uneasy uneven unfit unfriendly ungrateful unhelpful
   unhealthy unintelligible unjust unkind unlucky unorganised unpleasant unpopular unpredictable unprepared
   unprofessional unpunctual unreadable unresponsive unsatisfactory unsettling unsteady unsuccessful unsuitable untidy
   untrustworthy unusable unwelcome unwell vague vandalised violent vomit wasteful weakness weary whine wobble wobbly
   wonky worn worsen wrecked wretched yell`,
  numbers: `zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13
  fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60
  seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 million=1000000 dozen=12`,
  months: `january=1 february=2 march=3 april=4 may=5 june=6 july=7 august=8 september=9 october=10 november=11 december=12
  jan=1 feb=2 mar=3 apr=4 jun=6 jul=7 aug=8 sep=9 sept=9 oct=10 nov=11 dec=12`,
  pastHours: 'half past=30, quarter past=15, quarter to=-15',
  parts: 'half an=0.5, half a=0.5, quarter of an=0.25, a couple of=2, an=1',
  andHalf: 'and a half',
  units: `euro=money euros=money eur=money dollar=money dollars=money usd=money pound=money pounds=money gbp=money zloty=money franc=money francs=money chf=money
  krona=money kronor=money kroner=money yen=money rupee=money rupees=money cent=money cents=money
  percent=percent pct=percent second=second seconds=second sec=second secs=second minute=minute minutes=minute min=minute mins=minute hour=hour
  hours=hour hr=hour hrs=hour o'clock=clock kilo=kilo kilos=kilo kg=kilo kilogram=kilo kilograms=kilo gram=gram grams=gram tonne=tonne tonnes=tonne
  litre=litre litres=litre liter=litre liters=litre ml=ml millilitres=ml milliliters=ml metre=metre metres=metre meter=metre meters=metre km=kilometre
  kilometre=kilometre kilometres=kilometre kilometer=kilometre kilometers=kilometre cm=centimetre centimetre=centimetre centimetres=centimetre centimeters=centimetre
  mm=millimetre millimetres=millimetre mile=mile miles=mile kb=kilobyte mb=megabyte gb=gigabyte tb=terabyte megabyte=megabyte megabytes=megabyte gigabyte=gigabyte gigabytes=gigabyte
  terabyte=terabyte terabytes=terabyte watt=watt watts=watt kw=kilowatt kilowatt=kilowatt kilowatts=kilowatt
  degree=degree degrees=degree mph=mph day=day days=day week=week weeks=week fortnight=fortnight month=month months=month year=year years=year`,
  clauseWords: `but though although while whereas because since and however which who unless except`,
  irregular: irregularEnglish,
  stem: stemOf,
} as const satisfies Language
