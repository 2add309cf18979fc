/** An answer in JSON, with what its reader should know of it beside what it says. */
export function withNotices(value: object, notices: Iterable<string>): object {
  const more = [...notices]
  const own = 'notices' in value && Array.isArray(value.notices) ? (value.notices as unknown[]) : []
  return more.length === 0 ? value : { ...value, notices: [...own, ...more] }
}
