/**
 * How English says what is worth keeping of somebody or something. A sentence is read from its subject: `Ruth wants oat
 * milk` states a wish of Ruth, `Ruth laughed` nothing that anybody asks for in a month.
 */
export const statements = {
  /** Verbs, behind the subject, of what somebody holds or likes. */
  holds:
    "prefers|likes|loves|hates|dislikes|enjoys|wants|needs|refuses|insists|trusts|distrusts|fears|expects|would rather|would like|(?:does not|doesn’t|doesn't|do not|don't) (?:like|want|need|trust|drink|eat|use)|can't stand|can’t stand|is (?:allergic|fond|afraid|happy|unhappy|tired|sick) (?:to|of|with)",
  /** Verbs of what is so, for longer than the day. */
  is: "(?:is|isn't|isn’t|are|aren't|was) (?:an?|the|our|my|his|her|their|in|at|on|from|for|due|open|closed|married|not|now|called|named|made|written|paid|hosted|stored|built|\\d+|left-handed)|has|have|lives|works|uses|owns|runs|costs|takes|drinks|eats|drives|speaks|plays|teaches|studies|manages|leads|hosts|pays|owes|charges|covers|supports|requires|expires|ends|opens|closes|starts|arrives|leaves|belongs|handles|keeps|must|may not|can't|cannot|never|always|only|no longer",
  /** Verbs of what happened once and holds on. */
  became:
    'decided|agreed|moved|switched|changed|bought|sold|ordered|booked|signed|cancelled|canceled|quit|joined|hired|married|died|was born|started|stopped|replaced|renamed|paid|raised|lowered|postponed|confirmed|approved|rejected|accepted|promised|asked for|gave up|turned out',
  /** Other verbs of what happened, worth keeping where a number, a day or another name stands behind them. */
  happened:
    'said|got|took|gave|made|went|came|found|told|brought|built|kept|left|lost|met|put|ran|sent|set|spent|won|fixed|finished|arrived|called|wrote|\\p{Ll}{3,}ed',
  /** Whom or what only the lines before tell. */
  beyond: 'him|them|it|that one|this one|those|these|he|they',
  /** What somebody says of the moment. */
  ofTheHour:
    'wants to (?:know|see)|asleep|awake|here|home|back|busy|ready|late|early|gone|offline|online|on the phone|at the door|right now|at the moment|this (?:morning|evening|afternoon)|tonight|today',
  /** Beginnings of what the writer did, the subject left out. */
  did: 'Switched|Moved|Changed|Replaced|Installed|Ordered|Bought|Booked|Cancelled|Canceled|Fixed|Set up|Upgraded|Migrated|Renamed|Deployed|Paid|Signed|Decided|Agreed|Rotated|Enabled|Disabled|Removed|Rebuilt|Restored|Converted|Scheduled',
  /** Words by which a statement is less sure. */
  unsure: 'maybe|might|perhaps|probably|seems?|apparently|I think|not sure|could be|supposedly',
  /** What a statement begins with that means what stands before it. */
  loose:
    'So|But|And|Also|Then|Or|Because|Which|That|This|These|Those|It|Still|Otherwise|Instead|Same|Both|Neither|Else|Again',
  /** An end that is understood from what stands before it. */
  leftOpen: 'it|this|that|them|those|these|one|ones|so|there|too|either|again|anyway|instead',
} as const
