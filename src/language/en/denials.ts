import type { Denials } from '../denials.js'

export const english: Denials = {
  words: `not, never, no, none, nobody, no one, nothing, neither, nor, nowhere, without, hardly, barely, scarcely, cannot,
    dont, doesnt, didnt, isnt, arent, wasnt, werent, cant, wont, aint, far from, anything but, instead of, rather than,
    unable to, fails to, failed to, refuses to, refused to, lacks, untrue, false that, a myth, wrong that, not at all,
    never ever, no longer, not any, not a single, not one, nothing at all, no way, by no means, in no way`,
  except:
    'not only, not just, not merely, not simply, no matter, nothing but, no less than, not to mention, no sooner, or not, nothing more than, nothing better than, nothing as much as',
  carriers:
    'is are was were be been does do did has have had can could will would shall should may might must a an any at all',
  opposites: `more | less fewer
    most | least fewest
    many much lots | few little
    always constantly often frequently usually | rarely seldom never
    every everyone everybody everything all always | none nobody nothing never
    stay stays remain remains keep keeps kept | go goes leave leaves drop drops remove removes dropped removed
    with | without
    before | after
    for | against
    above over | below under
    in into | out
    on | off
    up | down
    start starts begin begins started began | stop stops end ends stopped ended
    raise raises increase increases grow grows rise rises raised increased grew rose | lower lowers reduce reduces decrease decreases cut cuts fall falls lowered reduced decreased fell
    higher taller | lower shorter
    longer | shorter
    larger bigger | smaller
    better best | worse worst
    faster quicker | slower
    earlier early sooner | later late
    cheaper | dearer pricier
    easier | harder
    open opens opened | close closes closed shut shuts
    accept accepts accepted | reject rejects refuse refuses rejected refused decline declines declined
    allow allows allowed permit permits | forbid forbids forbidden ban bans banned
    win wins won | lose loses lost
    buy buys bought | sell sells sold
    first | last
    old | new
    left | right
    true | false
    able | unable
    like likes love loves enjoy enjoys | dislike dislikes hate hates
    agree agrees | disagree disagrees
    trust trusts | distrust distrusts mistrust mistrusts
    yes | no`,
}
