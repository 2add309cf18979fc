import type { Changes } from '../changes.js'

export const english: Changes = {
  moved: `moved, switched, changed, migrated, upgraded, downgraded, updated, bumped, raised, increased, lowered, reduced, decreased, cut, dropped, rose,
    grew, fell, shrank, shortened, extended, postponed, rescheduled, pushed, brought forward, put back, shifted, transferred, converted,
    relocated, renamed, set, doubled, halved, went up, went down, came down, shrunk, grown, risen, gone, trimmed, expanded, reset, adjusted, capped`,
  swapped: 'replaced, swapped, exchanged, traded, traded in, swapped out, ditched',
  cancelled: 'cancelled, canceled, called off, scrapped, dropped, abandoned',
  left: 'left, quit, resigned from, departed from, has left, walked out of',
  tookOver: 'took over, has taken over, takes over, taken over, succeeded, inherited',
  handed: 'handed, handed over, passed, passed on, turned over, gave, handed off, transferred',
  over: 'no longer, stopped, has stopped, gave up, has given up, used to, sold, resigned as, stepped down as, stepped down, moved out of, got rid of, discontinued, phased out, abolished, ended, shut down, unsubscribed from, swore off, sworn off, closed, retired as, is over, are over, was discontinued, stopped being, kicked the habit of, quit',
  overBehind: 'any more, anymore, any longer',
  belongs: 'is, works, plays, sings, studies, teaches, serves, volunteers, trains, coaches, rows, dances, acts',
  home: 'lives, resides, based, living',
  undone: 'married=divorced',
  wasTrue: 'was true until, was so until, was the case until, were true until',
  instead: 'instead of, in place of, rather than',
  now: 'now, is the new, are the new, currently, these days, nowadays',
  from: 'from',
  to: 'to, into, onto',
  with: 'with, by, for',
  as: 'as, of, per, over, on',
  aside:
    'in, at, during, after, before, since, because, when, until, last, this, next, yesterday, today, now, due, so, instead, than, where, while, without',
  about: 'for, about, with, by',
  unreal: `to, will, would, shall, should, can, could, may, might, must, if, whether, when, unless, let, wants, want, plans, plan, hopes, hope, wishes, wish, considers,
    considered, thinks, thought, suggested, proposed, asked, almost, nearly, practically, virtually, about, perhaps, maybe, possibly, apparently, allegedly,
    reportedly, rumour, rumor, supposedly, had to, used, says, said, heard, suppose, imagine, going, elected`,
  passing: `for now, for the summer, for the winter, for the season, for the weekend, for the week, for the month, for the time being, temporarily, this week only, for a week,
    for a month, for a day, for a while, for two weeks, until further notice, just for, as a test, for testing, on trial, by mistake, back in`,
  likes:
    'likes, loves, enjoys, hates, dislikes, prefers, teaches, knows, speaks, wants, says, thinks, reads, visits, meets',
  states: `uses, use, using, runs, run, share, shares, costs, cost, charges, pays, pay, earns, has, have, is, are, lives, works, holds, hold, keeps, keep, needs, takes, take, sits, stands, stays,
    drives, rents, stores, sends, hosts, starts, begins, opens, closes, happens, happen, meets, meet, serves, employs, owns, ships, allows, weighs, reports, teaches, wants, prefers,
    charge, lasts, last, ends, sleeps, gets, deploys, deploy, builds, build, contains, expects, requires, targets, handles, limits, hosted, stored, located, deployed, planned, scheduled, booked, due, called`,
  sole: 'lives, works, runs, run, share, shares, costs, cost, reports, is',
  plans:
    'plans, plan, intends, wants, is going, is due, is booked, has booked, will, hopes, is scheduled, is planned, is planning, has a flight, has an appointment, is set, are going',
  leads: 'is, leads, runs, heads, manages, chairs, owns, directs, coordinates, maintains, looks after, responsible',
  money: 'price, fee, cost, rent, charge, rate, salary, wage, budget, subscription, membership, hosting',
  costs: 'costs, cost, charges, charge, pays, pay, earns, is, are',
  outings:
    'trip, visit, journey, flight, holiday, travel, stay, go, fly, visiting, going, meeting, meet, dinner, party, appointment, order, booking, plan, tour, ride, weekend',
  small: `a, an, the, this, that, its, his, her, their, our, my, your, it, he, she, they, we, i, and, or, is, are, was, were, be, been, being, am, has, have, had, got, now, also,
    finally, recently, already, again, then, too, only, just, over, up, down, back, out, off, new, role, default's, which, who, at, in, on, for, of, with, by, per, as, to, from`,
  calendar: `monday, tuesday, wednesday, thursday, friday, saturday, sunday, mondays, tuesdays, wednesdays, thursdays, fridays, saturdays, sundays, january, february, march, april, may, june, july, august, september, october, november, december, jan, feb, mar, apr, jun, jul, aug, sep, oct, nov, dec, noon, midnight, am, pm, morning, afternoon, evening`,
  turned: 'renamed, changed, switched, set',
  posts: 'job, post, position, place, seat, office',
  begins:
    'bought, got, found, took, joined, started, began, went, made, built, hired, opened, chose, came, kept, met, wrote',
  numbers: `zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 fifteen=15 twenty=20 thirty=30 forty=40
    fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100`,
}
