/** An answer in JSON with more notices, behind those that it has already. */
export function withNotices(value: object, notices: Iterable<string>): object {
  const more = [...notices]
  const own = 'notices' in value && Array.isArray(value.notices) ? (value.notices as unknown[]) : []
  return more.length === 0 ? value : { ...value, notices: [...own, ...more] }
}
